/*
 * The kernels for CPUs with AVX-512 and GFNI: one makes machine code of programs and has tiles for
 * the rest, one has tiles alone.
 *
 * Two sources are taken at a time: sums ^= A s0 ^ B s1 is two multiplications and one three-way XOR.
 */
#include "gfni.h"

#include <immintrin.h>

#define ROWS_MAX 8
#define SOURCES_MAX 2
#define VECTORS_MAX 4
#define VECTOR_BYTES OKAPI_EC_VECTOR_BYTES

typedef __m512i vector;
typedef uint64_t factor;

static factor factor_of(uint8_t coefficient) {
  return ec_gfni_matrix(coefficient);
}

/* The width of a tile: as wide as the registers allow. */
INLINE size_t vectors_of(size_t rows) {
  return rows <= ROWS_MAX / 2 ? 4 : 2;
}

INLINE vector vector_zero(void) {
  return _mm512_setzero_si512();
}

INLINE __mmask64 mask_of(size_t bytes) {
  return ~(__mmask64)0 >> (VECTOR_BYTES - bytes);
}

INLINE vector vector_load(const uint8_t *from, size_t bytes) {
  return bytes == VECTOR_BYTES ? _mm512_loadu_si512(from)
                               : _mm512_maskz_loadu_epi8(mask_of(bytes), from);
}

INLINE void vector_store(uint8_t *to, vector value, size_t bytes) {
  if (bytes == VECTOR_BYTES) {
    _mm512_storeu_si512(to, value);
  } else {
    _mm512_mask_storeu_epi8(to, mask_of(bytes), value);
  }
}

INLINE void vector_stream(uint8_t *to, vector value) {
  _mm512_stream_si512((void *)to, value);
}

INLINE void vector_fence(void) {
  _mm_sfence();
}

#include "tiled.h"

static bool is_supported(void) {
  return __builtin_cpu_supports("gfni") && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw");
}

INLINE vector multiplied(vector value, factor matrix) {
  __m512i everywhere = _mm512_set1_epi64((long long)matrix);
#ifdef __clang__
  /* As an operand in memory clang 14 gets its address wrong: the displacement is scaled by 1. */
  __asm__("" : "+v"(everywhere));
#endif
  return _mm512_gf2p8affine_epi64_epi8(value, everywhere, 0);
}

INLINE vector sum_of_three(vector a, vector b, vector c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

INLINE void add_pair(vector sums[ROWS_MAX][VECTORS_MAX], addend of, size_t rows, size_t vectors,
                     size_t bytes) {
  vector a[VECTORS_MAX];
  vector b[VECTORS_MAX];
UNROLL
  for (size_t v = 0; v < vectors; v++) {
    a[v] = vector_load(of.sources[0] + v * VECTOR_BYTES, bytes);
    b[v] = vector_load(of.sources[1] + v * VECTOR_BYTES, bytes);
  }
UNROLL
  for (size_t row = 0; row < rows; row++) {
    if (of.product_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = sum_of_three(sums[row][v], multiplied(a[v], of.factors[2 * row]),
                                    multiplied(b[v], of.factors[2 * row + 1]));
      }
    } else if (of.sum_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = sum_of_three(sums[row][v], a[v], b[v]);
      }
    }
  }
}

INLINE void add_single(vector sums[ROWS_MAX][VECTORS_MAX], addend of, size_t rows, size_t vectors,
                       size_t bytes) {
  vector a[VECTORS_MAX];
UNROLL
  for (size_t v = 0; v < vectors; v++) {
    a[v] = vector_load(of.sources[0] + v * VECTOR_BYTES, bytes);
  }
UNROLL
  for (size_t row = 0; row < rows; row++) {
    if (of.product_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = _mm512_xor_si512(sums[row][v], multiplied(a[v], of.factors[row]));
      }
    } else if (of.sum_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = _mm512_xor_si512(sums[row][v], a[v]);
      }
    }
  }
}

INLINE void add_term(vector sums[ROWS_MAX][VECTORS_MAX], addend of, size_t rows, size_t vectors,
                     size_t bytes) {
  if (of.source_count == 2) {
    add_pair(sums, of, rows, vectors, bytes);
  } else {
    add_single(sums, of, rows, vectors, bytes);
  }
}

const okapi_ec_kernel ec_kernel_gfni = TILED_KERNEL("gfni", ec_gfni_code_of, EC_WHOLE_BYTES);
const okapi_ec_kernel ec_kernel_gfni_tiles = TILED_KERNEL("gfni-tiles", NULL, EC_WHOLE_BYTES);
