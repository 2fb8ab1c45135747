/*
 * What machine code of programs has whatever its vectors are: bytes, addresses, the end of a loop.
 *
 *     rdi   where the slots of buffers begin      rsi, rdx   from which byte to which
 *     rcx   the constants of products             r8         scratch memory for vectors
 */
#ifndef OKAPI_EC_X86_H
#define OKAPI_EC_X86_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint8_t *bytes; /* with room for what is put */
  size_t count;
} x86_code;

enum { X86_RAX = 0, X86_RCX = 1, X86_RSI = 6, X86_R8 = 8 };

/* Values of fields that say which opcodes are meant, the same in VEX and EVEX. */
enum { X86_MAP_0F = 1, X86_MAP_0F38 = 2, X86_MAP_0F3A = 3 };
enum { X86_66 = 1, X86_F3 = 2 };

/* W is the width of elements in 64-bit instructions: 1, in those over any bits: 0. */
typedef struct {
  uint8_t map;
  uint8_t prefix;
  uint8_t w;
  uint8_t opcode;
} x86_opcode;

/* An operand in memory: at base + offset, or in a buffer, whose start is in rax: at rax + rsi. */
typedef struct {
  bool in_buffer;
  uint8_t base;
  uint32_t offset;
} x86_place;

static inline void x86_put(x86_code *to, uint8_t byte) {
  to->bytes[to->count++] = byte;
}

static inline void x86_put_bytes(x86_code *to, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    x86_put(to, bytes[i]);
  }
}

static inline void x86_put_word(x86_code *to, uint32_t word) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    x86_put(to, (uint8_t)(word >> shift));
  }
}

/* The last operand and, as a register or an extension of the opcode, the one before it. */
static inline void x86_put_register_operand(x86_code *to, unsigned before, unsigned last) {
  x86_put(to, (uint8_t)(0xc0 | (before & 7) << 3 | (last & 7)));
}

static inline void x86_put_memory_operand(x86_code *to, unsigned before, x86_place at) {
  if (at.in_buffer) {
    x86_put(to, (uint8_t)(0x04 | (before & 7) << 3));
    x86_put(to, X86_RSI << 3 | X86_RAX);
  } else {
    x86_put(to, (uint8_t)(0x80 | (before & 7) << 3 | (at.base & 7)));
    x86_put_word(to, at.offset);
  }
}

/* mov rax, [rdi + offset] */
static inline void x86_put_buffer(x86_code *to, uint32_t offset) {
  static const uint8_t MOVE[] = {0x48, 0x8b, 0x87};
  x86_put_bytes(to, MOVE, sizeof MOVE);
  x86_put_word(to, offset);
}

/* Asks the caches for the line at rax + rsi + offset. */
static inline void x86_put_fetch(x86_code *to, uint32_t offset) {
  static const uint8_t PREFETCH[] = {0x0f, 0x18, 0x8c, 0x30}; /* prefetcht0 [rax + rsi + offset] */
  x86_put_bytes(to, PREFETCH, sizeof PREFETCH);
  x86_put_word(to, offset);
}

/* Adds to rsi and goes to begin while it is below rdx; then returns. */
static inline void x86_put_loop_end(x86_code *to, size_t begin, uint8_t added) {
  static const uint8_t ADD[] = {0x48, 0x83, 0xc6};
  static const uint8_t COMPARE_AND_JUMP[] = {0x48, 0x39, 0xd6, 0x0f, 0x82};
  static const uint8_t CLEAR_AND_RETURN[] = {0xc5, 0xf8, 0x77, 0xc3}; /* vzeroupper, ret */
  x86_put_bytes(to, ADD, sizeof ADD);
  x86_put(to, added);
  x86_put_bytes(to, COMPARE_AND_JUMP, sizeof COMPARE_AND_JUMP);
  x86_put_word(to, (uint32_t)(begin - (to->count + sizeof(uint32_t))));
  x86_put_bytes(to, CLEAR_AND_RETURN, sizeof CLEAR_AND_RETURN);
}

#endif
