/*
 * Machine code for AVX2: a product is two look-ups, one for each half of the source's bytes, whose
 * tables are loaded where they are used. One register has the mask of the lower halves.
 */
#include "avx2.h"
#include "machine_code.h"
#include "vex.h"

#include <string.h>

/* The register of the mask, behind those of values. */
#define MASK 15
#define HALF_BITS 4
/* The tables of each coefficient, then the mask. */
#define MASK_OFFSET (256 * sizeof(ec_avx2_tables))
#define CONSTANT_BYTES (MASK_OFFSET + EC_HALF_VALUES)

static x86_place constant_at(size_t offset) {
  return (x86_place){.base = X86_RCX, .offset = (uint32_t)offset};
}

static void put_start(x86_code *to, uint8_t *constants) {
  memset(constants + MASK_OFFSET, 0x0f, EC_HALF_VALUES);
  vex_memory(to, VEX_BOTH_HALVES, MASK, 0, constant_at(MASK_OFFSET));
}

/* Vectors are half lines, which are never stored past the caches. */
static void put_access(x86_code *to, ec_access kind, unsigned vector, x86_place place) {
  vex_memory(to, kind == EC_LOAD ? VEX_LOAD : VEX_STORE, vector, 0, place);
}

/* The target has the table first, so it is never the source. */
static void put_look_up(x86_code *to, uint8_t *constants, const ec_operation *of, unsigned target,
                        unsigned source) {
  ec_avx2_tables tables = ec_avx2_tables_of(of->coefficient);
  size_t offset = of->coefficient * sizeof tables;
  memcpy(constants + offset, &tables, sizeof tables);
  offset += of->kind == EC_LOW_PRODUCT ? offsetof(ec_avx2_tables, low)
                                       : offsetof(ec_avx2_tables, high);
  vex_memory(to, VEX_BOTH_HALVES, target, 0, constant_at(offset));
  vex_vectors(to, VEX_SHUFFLE, target, target, source);
}

/* With a register below 8 as its last operand the instruction is a byte shorter. */
static void put_xor(x86_code *to, unsigned target, unsigned a, unsigned b) {
  vex_vectors(to, VEX_XOR, target, a > b ? a : b, a > b ? b : a);
}

static void put_sum(x86_code *to, unsigned target, const uint8_t *vectors, size_t count) {
  if (count == 0) {
    put_xor(to, target, target, target);
  } else if (count > 1) {
    put_xor(to, target, vectors[0], vectors[1]);
  } else if (target != vectors[0]) {
    vex_vectors(to, VEX_MOVE, target, 0, vectors[0]);
  }
  if (count == EC_SOURCES_MAX) {
    put_xor(to, target, target, vectors[2]);
  }
}

static void put_operation(x86_code *to, uint8_t *constants, const ec_operation *of,
                          unsigned target, const uint8_t *sources, size_t count) {
  switch (of->kind) {
    case EC_LOW_HALF:
      vex_vectors(to, VEX_AND, target, MASK, sources[0]);
      break;
    case EC_HIGH_HALF:
      vex_shift_right(to, target, sources[0], HALF_BITS);
      vex_vectors(to, VEX_AND, target, MASK, target);
      break;
    case EC_LOW_PRODUCT:
    case EC_HIGH_PRODUCT:
      put_look_up(to, constants, of, target, sources[0]);
      break;
    default:
      put_sum(to, target, sources, count);
  }
}

static const ec_instructions AVX2 = {.vector_count = MASK,
                                     .vector_bytes = 32,
                                     .constant_bytes = CONSTANT_BYTES,
                                     .put_start = put_start,
                                     .put_access = put_access,
                                     .put_operation = put_operation};

ec_code *ec_avx2_code_of(const ec_operations *operations) {
  return ec_code_of(&AVX2, operations);
}
