/* What the kernel for GFNI and its machine code share. */
#ifndef OKAPI_EC_GFNI_H
#define OKAPI_EC_GFNI_H

#include "kernels.h"
#include "operations.h"

/*
 * Multiplication by a constant c is linear over GF(2): an 8 x 8 bit matrix, which vgf2p8affineqb
 * applies to 64 bytes at once, whatever the field's polynomial. Bit j of the byte for output bit i
 * is bit i of c * 2^j; that byte is number 7 - i.
 */
static inline uint64_t ec_gfni_matrix(uint8_t coefficient) {
  uint64_t matrix = 0;
  uint8_t power = coefficient;
  for (unsigned j = 0; j < 8; j++) {
    for (unsigned i = 0; i < 8; i++) {
      matrix |= (uint64_t)(power >> i & 1) << (8 * (7 - i) + j);
    }
    power = ec_times_two(power);
  }
  return matrix;
}

/* See okapi_ec_kernel. */
ec_code *ec_gfni_code_of(const ec_operations *operations);

#endif
