/* Machine code for AVX-512 with GFNI: a product is one instruction, a sum of three another one. */
#include "evex.h"
#include "gfni.h"
#include "machine_code.h"

#include <string.h>

#define VECTOR_COUNT 32
/* A matrix per coefficient. */
#define CONSTANT_BYTES (256 * sizeof(uint64_t))

static void put_access(x86_code *to, ec_access kind, unsigned vector, x86_place place) {
  x86_opcode opcode = kind == EC_LOAD ? EVEX_LOAD : kind == EC_STORE ? EVEX_STORE : EVEX_STREAM;
  evex_memory(to, opcode, vector, 0, place, false);
}

static void put_product(x86_code *to, uint8_t *constants, uint8_t coefficient, unsigned target,
                        unsigned source) {
  uint64_t matrix = ec_gfni_matrix(coefficient);
  uint32_t offset = coefficient * (uint32_t)sizeof matrix;
  memcpy(constants + offset, &matrix, sizeof matrix);
  evex_memory(to, EVEX_AFFINE, target, source, (x86_place){.base = X86_RCX, .offset = offset},
              true);
  x86_put(to, 0); /* and adds nothing */
}

static void put_sum(x86_code *to, unsigned target, const uint8_t *vectors, size_t count) {
  if (count == 0) {
    evex_vectors(to, EVEX_XOR, target, target, target);
  } else if (count == 2) {
    evex_vectors(to, EVEX_XOR, target, vectors[0], vectors[1]);
  } else {
    if (target != vectors[0]) {
      evex_vectors(to, EVEX_MOVE, target, 0, vectors[0]);
    }
    if (count == EC_SOURCES_MAX) {
      evex_vectors(to, EVEX_TERNARY, target, vectors[1], vectors[2]);
      x86_put(to, 0x96); /* the truth table of a XOR of three */
    }
  }
}

static void put_operation(x86_code *to, uint8_t *constants, const ec_operation *of,
                          unsigned target, const uint8_t *sources, size_t count) {
  if (of->kind == EC_PRODUCT) {
    put_product(to, constants, of->coefficient, target, sources[0]);
  } else {
    put_sum(to, target, sources, count);
  }
}

static const ec_instructions GFNI = {.vector_count = VECTOR_COUNT,
                                     .vector_bytes = OKAPI_EC_VECTOR_BYTES,
                                     .constant_bytes = CONSTANT_BYTES,
                                     .put_access = put_access,
                                     .put_operation = put_operation};

ec_code *ec_gfni_code_of(const ec_operations *operations) {
  return ec_code_of(&GFNI, operations);
}
