/* What the kernel for AVX2 and its machine code share. */
#ifndef OKAPI_EC_AVX2_H
#define OKAPI_EC_AVX2_H

#include "kernels.h"
#include "operations.h"

#define EC_HALF_VALUES 16

/* Products of the values 0 .. 15, and of the same times 16: two tables for vpshufb. */
typedef struct {
  uint8_t low[EC_HALF_VALUES];
  uint8_t high[EC_HALF_VALUES];
} ec_avx2_tables;

static inline uint8_t ec_avx2_product(uint8_t a, uint8_t b) {
  uint8_t product = 0;
  for (; b > 0; b >>= 1) {
    product ^= b & 1 ? a : 0;
    a = ec_times_two(a);
  }
  return product;
}

static inline ec_avx2_tables ec_avx2_tables_of(uint8_t coefficient) {
  ec_avx2_tables result;
  for (uint8_t value = 0; value < EC_HALF_VALUES; value++) {
    result.low[value] = ec_avx2_product(coefficient, value);
    result.high[value] = ec_avx2_product(coefficient, (uint8_t)(value << 4));
  }
  return result;
}

/* See okapi_ec_kernel. */
ec_code *ec_avx2_code_of(const ec_operations *operations);

#endif
