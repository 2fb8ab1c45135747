/*
 * The kernels for CPUs with AVX2: one makes machine code of programs and has tiles for the rest, one
 * has tiles alone.
 *
 * c * x is c * (low half of x) + c * (high half of x), and each half has 16 values: two look-ups by
 * vpshufb multiply 32 bytes. Tables are loaded into both halves of a register where they are used,
 * by the load itself, and serve a tile of several vectors.
 */
#include "avx2.h"

#include <immintrin.h>
#include <string.h>

#define ROWS_MAX 4
#define SOURCES_MAX 1
#define VECTORS_MAX 4
#define VECTOR_BYTES 32

typedef __m256i vector;
typedef ec_avx2_tables factor;

static factor factor_of(uint8_t coefficient) {
  return ec_avx2_tables_of(coefficient);
}

/* Sums, halves of the sources, a table, a product and a mask are at most 16 registers. */
INLINE size_t vectors_of(size_t rows) {
  return rows == 1 ? 4 : 2;
}

INLINE vector vector_zero(void) {
  return _mm256_setzero_si256();
}

INLINE vector vector_load(const uint8_t *from, size_t bytes) {
  if (bytes == VECTOR_BYTES) {
    return _mm256_loadu_si256((const void *)from);
  }
  uint8_t padded[VECTOR_BYTES] = {0};
  memcpy(padded, from, bytes);
  return _mm256_loadu_si256((const void *)padded);
}

INLINE void vector_store(uint8_t *to, vector value, size_t bytes) {
  if (bytes == VECTOR_BYTES) {
    _mm256_storeu_si256((void *)to, value);
    return;
  }
  uint8_t padded[VECTOR_BYTES];
  _mm256_storeu_si256((void *)padded, value);
  memcpy(to, padded, bytes);
}

INLINE void vector_stream(uint8_t *to, vector value) {
  _mm256_stream_si256((void *)to, value);
}

INLINE void vector_fence(void) {
  _mm_sfence();
}

#include "tiled.h"

static bool is_supported(void) {
  return __builtin_cpu_supports("avx2");
}

INLINE vector table_of(const uint8_t values[EC_HALF_VALUES]) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)values));
}

/* Without it gcc loads the second table before the first is used, and has too few registers. */
INLINE void keep_order(vector *sum) {
  __asm__("" : "+x"(*sum));
}

INLINE void add_halves(vector sums[VECTORS_MAX], const uint8_t values[EC_HALF_VALUES],
                       const vector halves[VECTORS_MAX], size_t vectors) {
  vector table = table_of(values);
UNROLL
  for (size_t v = 0; v < vectors; v++) {
    sums[v] = _mm256_xor_si256(sums[v], _mm256_shuffle_epi8(table, halves[v]));
    keep_order(&sums[v]);
  }
}

INLINE void add_source(vector sums[VECTORS_MAX], const uint8_t *source, size_t vectors,
                       size_t bytes) {
UNROLL
  for (size_t v = 0; v < vectors; v++) {
    sums[v] = _mm256_xor_si256(sums[v], vector_load(source + v * VECTOR_BYTES, bytes));
  }
}

INLINE void add_term(vector sums[ROWS_MAX][VECTORS_MAX], addend of, size_t rows, size_t vectors,
                     size_t bytes) {
  const vector mask = _mm256_set1_epi8(0x0f);
  vector low[VECTORS_MAX];
  vector high[VECTORS_MAX];
UNROLL
  for (size_t v = 0; v < vectors; v++) {
    vector both = vector_load(of.sources[0] + v * VECTOR_BYTES, bytes);
    low[v] = _mm256_and_si256(both, mask);
    high[v] = _mm256_and_si256(_mm256_srli_epi16(both, 4), mask);
  }
UNROLL
  for (size_t row = 0; row < rows; row++) {
    if (of.product_rows >> row & 1) {
      add_halves(sums[row], of.factors[row].low, low, vectors);
      add_halves(sums[row], of.factors[row].high, high, vectors);
    } else if (of.sum_rows >> row & 1) {
      add_source(sums[row], of.sources[0], vectors, bytes);
    }
  }
}

const okapi_ec_kernel ec_kernel_avx2 = TILED_KERNEL("avx2", ec_avx2_code_of, EC_HALVES);
const okapi_ec_kernel ec_kernel_avx2_tiles = TILED_KERNEL("avx2-tiles", NULL, EC_HALVES);
