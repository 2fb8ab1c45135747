/*
 * Instructions over 256 bits, as bytes.
 *
 * Registers are numbers: vectors 0 .. 15, X86_RAX and so on for addresses. Encodings are those of
 * Intel's manual, volume 2, section 2.3 (VEX).
 */
#ifndef OKAPI_EC_VEX_H
#define OKAPI_EC_VEX_H

#include "x86.h"

static const x86_opcode VEX_LOAD = {X86_MAP_0F, X86_F3, 0, 0x6f};      /* vmovdqu */
static const x86_opcode VEX_STORE = {X86_MAP_0F, X86_F3, 0, 0x7f};     /* vmovdqu */
static const x86_opcode VEX_MOVE = {X86_MAP_0F, X86_66, 0, 0x6f};      /* vmovdqa */
static const x86_opcode VEX_XOR = {X86_MAP_0F, X86_66, 0, 0xef};       /* vpxor */
static const x86_opcode VEX_AND = {X86_MAP_0F, X86_66, 0, 0xdb};       /* vpand */
static const x86_opcode VEX_SHIFT = {X86_MAP_0F, X86_66, 0, 0x71};     /* vpsrlw by a constant */
static const x86_opcode VEX_SHUFFLE = {X86_MAP_0F38, X86_66, 0, 0x00}; /* vpshufb */
static const x86_opcode VEX_BOTH_HALVES = {X86_MAP_0F38, X86_66, 0, 0x5a}; /* vbroadcasti128 */

/* Which extension of VEX_SHIFT's opcode shifts to the right. */
enum { VEX_TO_THE_RIGHT = 2 };

/*
 * What comes before the operands: two bytes where the opcode and the last operand allow it, else
 * three. The bits of registers' numbers are stored inverted.
 */
static inline void vex_put_head(x86_code *to, x86_opcode opcode, unsigned target, unsigned source,
                                unsigned last_bit_3) {
  uint8_t target_bit = (uint8_t)((~target >> 3 & 1) << 7);
  uint8_t rest = (uint8_t)((~source & 15) << 3 | 4 | opcode.prefix);
  if (opcode.map == X86_MAP_0F && last_bit_3 == 0 && opcode.w == 0) {
    x86_put(to, 0xc5);
    x86_put(to, target_bit | rest);
  } else {
    x86_put(to, 0xc4);
    x86_put(to, (uint8_t)(target_bit | 0x40 | (~last_bit_3 & 1) << 5 | opcode.map));
    x86_put(to, (uint8_t)(opcode.w << 7 | rest));
  }
  x86_put(to, opcode.opcode);
}

/* target = opcode(source, last), of vectors; 0 for a source that the opcode does not have. */
static inline void vex_vectors(x86_code *to, x86_opcode opcode, unsigned target, unsigned source,
                               unsigned last) {
  vex_put_head(to, opcode, target, source, last >> 3 & 1);
  x86_put_register_operand(to, target, last);
}

/* The same with the last operand in memory. */
static inline void vex_memory(x86_code *to, x86_opcode opcode, unsigned target, unsigned source,
                              x86_place last) {
  vex_put_head(to, opcode, target, source, last.base >> 3);
  x86_put_memory_operand(to, target, last);
}

/* Each word of a vector divided by 2^bits. */
static inline void vex_shift_right(x86_code *to, unsigned target, unsigned source, uint8_t bits) {
  vex_put_head(to, VEX_SHIFT, 0, target, source >> 3 & 1);
  x86_put_register_operand(to, VEX_TO_THE_RIGHT, source);
  x86_put(to, bits);
}

#endif
