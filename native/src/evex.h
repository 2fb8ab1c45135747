/*
 * Instructions over 512 bits, as bytes.
 *
 * Registers are numbers: vectors 0 .. 31, X86_RAX and so on for addresses. Encodings are those of
 * Intel's manual, volume 2, section 2.7 (EVEX).
 */
#ifndef OKAPI_EC_EVEX_H
#define OKAPI_EC_EVEX_H

#include "x86.h"

static const x86_opcode EVEX_LOAD = {X86_MAP_0F, X86_F3, 1, 0x6f};   /* vmovdqu64 */
static const x86_opcode EVEX_STORE = {X86_MAP_0F, X86_F3, 1, 0x7f};  /* vmovdqu64 */
static const x86_opcode EVEX_STREAM = {X86_MAP_0F, X86_66, 0, 0xe7}; /* vmovntdq */
static const x86_opcode EVEX_MOVE = {X86_MAP_0F, X86_66, 1, 0x6f};   /* vmovdqa64 */
static const x86_opcode EVEX_XOR = {X86_MAP_0F, X86_66, 1, 0xef};    /* vpxorq */
static const x86_opcode EVEX_TERNARY = {X86_MAP_0F3A, X86_66, 1, 0x25}; /* vpternlogq */
static const x86_opcode EVEX_AFFINE = {X86_MAP_0F3A, X86_66, 1, 0xce};  /* vgf2p8affineqb */

/*
 * What comes before the operands. The numbers of registers are cut into bits, which are stored
 * inverted; the last operand's upper bits are those of a vector, or of a base and an index.
 */
static inline void evex_put_head(x86_code *to, x86_opcode opcode, unsigned target,
                                 unsigned source, unsigned last_bit_3, unsigned last_bit_4,
                                 bool broadcast) {
  x86_put(to, 0x62);
  x86_put(to, (uint8_t)((~target >> 3 & 1) << 7 | (~last_bit_4 & 1) << 6 | (~last_bit_3 & 1) << 5 |
                        (~target >> 4 & 1) << 4 | opcode.map));
  x86_put(to, (uint8_t)((unsigned)opcode.w << 7 | (~source & 15) << 3 | 4 | opcode.prefix));
  x86_put(to, (uint8_t)(0x40 | (broadcast ? 0x10 : 0) | (~source >> 4 & 1) << 3));
  x86_put(to, opcode.opcode);
}

/* target = opcode(source, last), of vectors; 0 for a source that the opcode does not have. */
static inline void evex_vectors(x86_code *to, x86_opcode opcode, unsigned target, unsigned source,
                                unsigned last) {
  evex_put_head(to, opcode, target, source, last >> 3 & 1, last >> 4 & 1, false);
  x86_put_register_operand(to, target, last);
}

/* The same with the last operand in memory; broadcast: 64 bits there, for all elements. */
static inline void evex_memory(x86_code *to, x86_opcode opcode, unsigned target, unsigned source,
                               x86_place last, bool broadcast) {
  evex_put_head(to, opcode, target, source, last.base >> 3, 0, broadcast);
  x86_put_memory_operand(to, target, last);
}

#endif
