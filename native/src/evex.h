/*
 * The few instructions over 512 bits that machine code of programs is made of, as bytes.
 *
 * Registers are numbers: vectors 0 .. 31, EC_RAX and so on for addresses. Encodings are those of
 * Intel's manual, volume 2, section 2.7 (EVEX).
 */
#ifndef OKAPI_EC_EVEX_H
#define OKAPI_EC_EVEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint8_t *bytes; /* with room for what is put */
  size_t count;
} evex_code;

enum { EVEX_RCX = 1, EVEX_R8 = 8 };
enum { EVEX_MAP_0F = 1, EVEX_MAP_0F3A = 3 };
enum { EVEX_66 = 1, EVEX_F3 = 2 };

/* W is the width of elements in 64-bit instructions: 1, in those over any bits: 0. */
typedef struct {
  uint8_t map;
  uint8_t prefix;
  uint8_t w;
  uint8_t opcode;
} evex_opcode;

static const evex_opcode EVEX_LOAD = {EVEX_MAP_0F, EVEX_F3, 1, 0x6f};   /* vmovdqu64 */
static const evex_opcode EVEX_STORE = {EVEX_MAP_0F, EVEX_F3, 1, 0x7f};  /* vmovdqu64 */
static const evex_opcode EVEX_STREAM = {EVEX_MAP_0F, EVEX_66, 0, 0xe7}; /* vmovntdq */
static const evex_opcode EVEX_MOVE = {EVEX_MAP_0F, EVEX_66, 1, 0x6f};   /* vmovdqa64 */
static const evex_opcode EVEX_XOR = {EVEX_MAP_0F, EVEX_66, 1, 0xef};    /* vpxorq */
static const evex_opcode EVEX_TERNARY = {EVEX_MAP_0F3A, EVEX_66, 1, 0x25}; /* vpternlogq */
static const evex_opcode EVEX_AFFINE = {EVEX_MAP_0F3A, EVEX_66, 1, 0xce};  /* vgf2p8affineqb */

static inline void evex_put(evex_code *to, uint8_t byte) {
  to->bytes[to->count++] = byte;
}

static inline void evex_put_word(evex_code *to, uint32_t word) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    evex_put(to, (uint8_t)(word >> shift));
  }
}

/*
 * What comes before the operands. The numbers of registers are cut into bits, which are stored
 * inverted; the last operand's upper bits are those of a vector, or of a base and an index.
 */
static inline void evex_put_head(evex_code *to, evex_opcode opcode, unsigned target,
                                 unsigned source, unsigned last_bit_3, unsigned last_bit_4,
                                 bool broadcast) {
  evex_put(to, 0x62);
  evex_put(to, (uint8_t)((~target >> 3 & 1) << 7 | (~last_bit_4 & 1) << 6 | (~last_bit_3 & 1) << 5 |
                         (~target >> 4 & 1) << 4 | opcode.map));
  evex_put(to, (uint8_t)((unsigned)opcode.w << 7 | (~source & 15) << 3 | 4 | opcode.prefix));
  evex_put(to, (uint8_t)(0x40 | (broadcast ? 0x10 : 0) | (~source >> 4 & 1) << 3));
  evex_put(to, opcode.opcode);
}

/* target = opcode(source, last), of vectors; 0 for a source that the opcode does not have. */
static inline void evex_vectors(evex_code *to, evex_opcode opcode, unsigned target, unsigned source,
                                unsigned last) {
  evex_put_head(to, opcode, target, source, last >> 3 & 1, last >> 4 & 1, false);
  evex_put(to, (uint8_t)(0xc0 | (target & 7) << 3 | (last & 7)));
}

/* The same with the last operand at base + offset; broadcast: 64 bits there, for all elements. */
static inline void evex_memory(evex_code *to, evex_opcode opcode, unsigned target, unsigned source,
                               unsigned base, uint32_t offset, bool broadcast) {
  evex_put_head(to, opcode, target, source, base >> 3, 0, broadcast);
  evex_put(to, (uint8_t)(0x80 | (target & 7) << 3 | (base & 7)));
  evex_put_word(to, offset);
}

/* A vector at [[rdi + offset] + rsi]; rax is lost. */
static inline void evex_indirect(evex_code *to, evex_opcode opcode, unsigned vector,
                                 uint32_t offset) {
  evex_put(to, 0x48); /* mov rax, [rdi + offset] */
  evex_put(to, 0x8b);
  evex_put(to, 0x87);
  evex_put_word(to, offset);
  evex_put_head(to, opcode, vector, 0, 0, 0, false);
  evex_put(to, (uint8_t)(0x04 | (vector & 7) << 3));
  evex_put(to, 0x30);
}

/* Asks the caches for the line at rax + rsi + offset; rax is what evex_indirect left there. */
static inline void evex_fetch(evex_code *to, uint32_t offset) {
  static const uint8_t PREFETCH[] = {0x0f, 0x18, 0x8c, 0x30}; /* prefetcht0 [rax + rsi + offset] */
  for (size_t i = 0; i < sizeof PREFETCH; i++) {
    evex_put(to, PREFETCH[i]);
  }
  evex_put_word(to, offset);
}

/* Adds to rsi and goes to begin while it is below rdx; then returns. */
static inline void evex_loop_end(evex_code *to, size_t begin, uint8_t added) {
  static const uint8_t COMPARE_AND_JUMP[] = {0x48, 0x39, 0xd6, 0x0f, 0x82};
  static const uint8_t CLEAR_AND_RETURN[] = {0xc5, 0xf8, 0x77, 0xc3}; /* vzeroupper, ret */
  evex_put(to, 0x48); /* add rsi, added */
  evex_put(to, 0x83);
  evex_put(to, 0xc6);
  evex_put(to, added);
  for (size_t i = 0; i < sizeof COMPARE_AND_JUMP; i++) {
    evex_put(to, COMPARE_AND_JUMP[i]);
  }
  evex_put_word(to, (uint32_t)(begin - (to->count + sizeof(uint32_t))));
  for (size_t i = 0; i < sizeof CLEAR_AND_RETURN; i++) {
    evex_put(to, CLEAR_AND_RETURN[i]);
  }
}

#endif
