/*
 * The kernel for CPUs with AVX-512 and GFNI.
 *
 * Multiplication by a constant c is linear over GF(2): an 8 x 8 bit matrix, which vgf2p8affineqb
 * applies to 64 bytes at once, whatever the field's polynomial.
 *
 *     targets   r0 r1 .. r7 | r8 ..        a group of up to ROWS_MAX targets is computed in one
 *     sources   s0 s1   s2 s3   s4 ..      pass, two sources at a time: sums ^= A s0 ^ B s1 is two
 *                                          multiplications and one three-way XOR
 *
 * A pass goes over the span in tiles whose sums stay in registers, so each source is loaded once
 * per group and each target is stored once. Sources are paired with those that have zeros and ones
 * in the same rows: zeros cost nothing, ones are XORed.
 */
#include "kernels.h"

#include <assert.h>
#include <immintrin.h>
#include <string.h>

#define ROWS_MAX 8
#define VECTOR_BYTES OKAPI_EC_VECTOR_BYTES
#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

static_assert(OKAPI_EC_PLANE_BYTES % (4 * VECTOR_BYTES) == 0, "a plane is whole tiles");

/* One or two sources whose coefficients are zero, one or something else in the same rows. */
typedef struct {
  uint32_t sources[2]; /* numbers among the step's sources; the second repeats a single one */
  uint8_t source_count;
  uint8_t product_rows;
  uint8_t sum_rows; /* coefficient one */
} term;

/* Targets that are computed together. Behind it: its terms, then a matrix per row and source. */
typedef struct {
  uint32_t row_count;
  uint32_t term_count;
  const uint32_t *targets;
  term *terms;
  uint64_t *matrices;
} group;

/* A term of the current run: its sources in memory. */
typedef struct {
  const uint8_t *sources[2];
  const uint64_t *matrices;
  uint8_t source_count;
  uint8_t product_rows;
  uint8_t sum_rows;
} live_term;

typedef struct {
  uint8_t *targets[ROWS_MAX];
  const live_term *terms;
  size_t term_count;
  bool adds;
  bool streams;
  ec_ahead *ahead;
  size_t lines_per_term; /* a few at a time: many at once wait for each other */
} pass;

static bool is_supported(void) {
  return __builtin_cpu_supports("gfni") && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw");
}

/* Groups of nearly equal size, each at most ROWS_MAX. */
static size_t group_count_of(const ec_step *step) {
  return (step->target_count + ROWS_MAX - 1) / ROWS_MAX;
}

static size_t group_start(const ec_step *step, size_t index) {
  return index * step->target_count / group_count_of(step);
}

static size_t matrices_offset(size_t source_count) {
  return ec_round_up(sizeof(group) + source_count * sizeof(term), sizeof(uint64_t));
}

static size_t group_bytes(size_t row_count, size_t source_count) {
  return matrices_offset(source_count) + row_count * source_count * sizeof(uint64_t);
}

static size_t table_bytes(const ec_step *step) {
  size_t bytes = 0;
  for (size_t i = 0; i < group_count_of(step); i++) {
    size_t row_count = group_start(step, i + 1) - group_start(step, i);
    bytes += group_bytes(row_count, step->source_count);
  }
  return bytes;
}

static size_t scratch_bytes(const ec_step *step) {
  return step->source_count * sizeof(live_term);
}

static uint8_t times_two(uint8_t value) {
  return (uint8_t)(value << 1 ^ (value & 0x80 ? 0x1d : 0));
}

/* Bit j of the byte for output bit i is bit i of c * 2^j; that byte is number 7 - i. */
static uint64_t matrix_of(uint8_t coefficient) {
  uint64_t matrix = 0;
  uint8_t power = coefficient;
  for (unsigned j = 0; j < 8; j++) {
    for (unsigned i = 0; i < 8; i++) {
      matrix |= (uint64_t)(power >> i & 1) << (8 * (7 - i) + j);
    }
    power = times_two(power);
  }
  return matrix;
}

/* The shape of a column: which of the group's rows multiply it, and which add it. */
static term term_of(const uint8_t *coefficients, size_t stride, size_t row_count, uint32_t source) {
  term result = {.sources = {source, source}, .source_count = 1};
  for (size_t row = 0; row < row_count; row++) {
    uint8_t coefficient = coefficients[row * stride];
    result.product_rows |= (uint8_t)((coefficient > 1) << row);
    result.sum_rows |= (uint8_t)((coefficient == 1) << row);
  }
  return result;
}

/* The term that waits for a second source of that shape, or null. */
static term *partner_of(const term *wanted, group *of) {
  for (size_t i = of->term_count; i-- > 0;) {
    term *candidate = &of->terms[i];
    if (candidate->source_count == 1 && candidate->product_rows == wanted->product_rows &&
        candidate->sum_rows == wanted->sum_rows) {
      return candidate;
    }
  }
  return NULL;
}

static void pair_sources(const ec_step *step, const uint8_t *coefficients, group *filled) {
  for (uint32_t source = 0; source < step->source_count; source++) {
    term added = term_of(coefficients + source, step->source_count, filled->row_count, source);
    if ((added.product_rows | added.sum_rows) == 0) {
      continue;
    }
    term *partner = partner_of(&added, filled);
    if (partner) {
      partner->sources[1] = source;
      partner->source_count = 2;
    } else {
      filled->terms[filled->term_count++] = added;
    }
  }
}

static void put_matrices(const ec_step *step, const uint8_t *coefficients, const group *of) {
  uint64_t *matrix = of->matrices;
  for (size_t i = 0; i < of->term_count; i++) {
    for (size_t row = 0; row < of->row_count; row++) {
      for (size_t j = 0; j < of->terms[i].source_count; j++) {
        *matrix++ = matrix_of(coefficients[row * step->source_count + of->terms[i].sources[j]]);
      }
    }
  }
}

static void build_tables(const ec_step *step, const uint8_t *coefficients, void *tables) {
  uint8_t *at = tables;
  for (size_t i = 0; i < group_count_of(step); i++) {
    size_t first = group_start(step, i);
    group *filled = (group *)(void *)at;
    *filled = (group){.row_count = (uint32_t)(group_start(step, i + 1) - first),
                      .targets = step->slots + first,
                      .terms = (term *)(void *)(at + sizeof(group))};
    filled->matrices = (uint64_t *)(void *)(at + matrices_offset(step->source_count));
    pair_sources(step, coefficients + first * step->source_count, filled);
    put_matrices(step, coefficients + first * step->source_count, filled);
    at += group_bytes(filled->row_count, step->source_count);
  }
}

INLINE __m512i multiplied(__m512i value, uint64_t matrix) {
  __m512i everywhere = _mm512_set1_epi64((long long)matrix);
#ifdef __clang__
  /* As an operand in memory clang 14 gets its address wrong: the displacement is scaled by 1. */
  __asm__("" : "+v"(everywhere));
#endif
  return _mm512_gf2p8affine_epi64_epi8(value, everywhere, 0);
}

INLINE __m512i sum_of_three(__m512i a, __m512i b, __m512i c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* How much of a vector is in the span: all of it but in the last one. */
typedef struct {
  __mmask64 mask;
  bool whole;
} vector_part;

INLINE __m512i load(const uint8_t *from, vector_part part) {
  return part.whole ? _mm512_loadu_si512(from) : _mm512_maskz_loadu_epi8(part.mask, from);
}

INLINE void store(uint8_t *to, __m512i value, vector_part part) {
  if (part.whole) {
    _mm512_storeu_si512(to, value);
  } else {
    _mm512_mask_storeu_epi8(to, part.mask, value);
  }
}

INLINE void add_pair(__m512i sums[ROWS_MAX][4], const live_term *of, size_t at, size_t rows,
                     size_t vectors, vector_part part) {
  __m512i a[4];
  __m512i b[4];
UNROLL
  for (size_t v = 0; v < vectors; v++) {
    a[v] = load(of->sources[0] + at + v * VECTOR_BYTES, part);
    b[v] = load(of->sources[1] + at + v * VECTOR_BYTES, part);
  }
UNROLL
  for (size_t row = 0; row < rows; row++) {
    if (of->product_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = sum_of_three(sums[row][v], multiplied(a[v], of->matrices[2 * row]),
                                    multiplied(b[v], of->matrices[2 * row + 1]));
      }
    } else if (of->sum_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = sum_of_three(sums[row][v], a[v], b[v]);
      }
    }
  }
}

INLINE void add_single(__m512i sums[ROWS_MAX][4], const live_term *of, size_t at, size_t rows,
                       size_t vectors, vector_part part) {
  __m512i a[4];
UNROLL
  for (size_t v = 0; v < vectors; v++) {
    a[v] = load(of->sources[0] + at + v * VECTOR_BYTES, part);
  }
UNROLL
  for (size_t row = 0; row < rows; row++) {
    if (of->product_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = _mm512_xor_si512(sums[row][v], multiplied(a[v], of->matrices[row]));
      }
    } else if (of->sum_rows >> row & 1) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        sums[row][v] = _mm512_xor_si512(sums[row][v], a[v]);
      }
    }
  }
}

/* All but the places are constants where this is inlined, so that the sums are registers. */
INLINE void run_tile(const pass *of, size_t at, size_t rows, size_t vectors, vector_part part,
                     bool fetches) {
  __m512i sums[ROWS_MAX][4];
UNROLL
  for (size_t row = 0; row < rows; row++) {
UNROLL
    for (size_t v = 0; v < vectors; v++) {
      sums[row][v] = of->adds ? load(of->targets[row] + at + v * VECTOR_BYTES, part)
                              : _mm512_setzero_si512();
    }
  }
  for (const live_term *term = of->terms; term < of->terms + of->term_count; term++) {
    if (term->source_count == 2) {
      add_pair(sums, term, at, rows, vectors, part);
    } else {
      add_single(sums, term, at, rows, vectors, part);
    }
    if (fetches) {
      ec_fetch_ahead(of->ahead, of->lines_per_term);
    }
  }
  if (of->streams && part.whole) {
UNROLL
    for (size_t row = 0; row < rows; row++) {
UNROLL
      for (size_t v = 0; v < vectors; v++) {
        _mm512_stream_si512((void *)(of->targets[row] + at + v * VECTOR_BYTES), sums[row][v]);
      }
    }
    return;
  }
UNROLL
  for (size_t row = 0; row < rows; row++) {
UNROLL
    for (size_t v = 0; v < vectors; v++) {
      store(of->targets[row] + at + v * VECTOR_BYTES, sums[row][v], part);
    }
  }
}

INLINE size_t bytes_before_vector(const uint8_t *target) {
  return -(uintptr_t)target % VECTOR_BYTES;
}

/* A part of a vector, or a whole one, anywhere. */
INLINE void run_part(const pass *of, size_t at, size_t rows, size_t bytes) {
  vector_part part = {.mask = ~(__mmask64)0 >> (VECTOR_BYTES - bytes), .whole = false};
  run_tile(of, at, rows, 1, part, false);
}

INLINE void run_span(const pass *of, ec_span span, size_t rows, size_t vectors, bool fetches) {
  static const vector_part WHOLE = {.mask = ~(__mmask64)0, .whole = true};
  size_t tile_bytes = vectors * VECTOR_BYTES;
  for (size_t block = 0; block < span.block_count; block++) {
    size_t at = block * span.stride;
    size_t end = at + span.block_bytes;
    size_t head = of->streams ? bytes_before_vector(of->targets[0]) : 0;
    if (head > 0) {
      run_part(of, at, rows, head);
      at += head;
    }
    for (; end - at >= tile_bytes; at += tile_bytes) {
      run_tile(of, at, rows, vectors, WHOLE, fetches);
    }
    for (; at < end; at += VECTOR_BYTES) {
      run_part(of, at, rows, end - at < VECTOR_BYTES ? end - at : VECTOR_BYTES);
    }
  }
}

/* The width of a tile: as wide as the registers allow. */
INLINE size_t vectors_of(size_t rows) {
  return rows <= ROWS_MAX / 2 ? 4 : 2;
}

#define RUN_ROWS(rows)                                        \
  static void run_rows_##rows(const pass *of, ec_span span) { \
    if (of->lines_per_term > 0) {                             \
      run_span(of, span, rows, vectors_of(rows), true);       \
    } else {                                                  \
      run_span(of, span, rows, vectors_of(rows), false);      \
    }                                                         \
  }
RUN_ROWS(1)
RUN_ROWS(2)
RUN_ROWS(3)
RUN_ROWS(4)
RUN_ROWS(5)
RUN_ROWS(6)
RUN_ROWS(7)
RUN_ROWS(8)

static void (*const RUN[])(const pass *, ec_span) = {
    run_rows_1, run_rows_2, run_rows_3, run_rows_4, run_rows_5, run_rows_6, run_rows_7, run_rows_8};
static_assert(sizeof RUN / sizeof RUN[0] == ROWS_MAX, "a function for each number of rows");

/* Terms without a live source vanish. */
static size_t find_live_terms(const ec_step *step, const group *of, uint8_t *const *slots,
                              live_term *live) {
  const uint32_t *sources = step->slots + step->target_count;
  const uint64_t *matrices = of->matrices;
  size_t count = 0;
  for (size_t i = 0; i < of->term_count; i++) {
    const term *term = &of->terms[i];
    const uint8_t *first = slots[sources[term->sources[0]]];
    const uint8_t *second = slots[sources[term->sources[1]]];
    if (first || second) {
      live[count++] = (live_term){.sources = {first ? first : ec_zeros, second ? second : ec_zeros},
                                  .matrices = matrices,
                                  .source_count = term->source_count,
                                  .product_rows = term->product_rows,
                                  .sum_rows = term->sum_rows};
    }
    matrices += of->row_count * term->source_count;
  }
  return count;
}

static size_t lines_per_term(ec_span span, const group *of, size_t term_count) {
  if (!span.ahead || term_count == 0) {
    return 0;
  }
  size_t per_tile = span.ahead->lines_per_vector * vectors_of(of->row_count);
  return ec_round_up(per_tile, term_count) / term_count;
}

/* Whole vectors go past the caches only, so those of all targets must begin at the same places. */
static bool can_stream(const pass *of, size_t row_count, ec_span span) {
  size_t head = bytes_before_vector(of->targets[0]);
  bool can = span.streams && span.block_count == 1 && span.block_bytes >= VECTOR_BYTES;
  for (size_t row = 1; row < row_count; row++) {
    can = can && bytes_before_vector(of->targets[row]) == head;
  }
  return can;
}

static void run(const ec_step *step, const void *tables, uint8_t *const *slots, ec_span span,
                void *scratch) {
  const uint8_t *at = tables;
  for (size_t i = 0; i < group_count_of(step); i++) {
    const group *current = (const group *)(const void *)at;
    pass of = {.terms = scratch, .adds = step->adds, .ahead = span.ahead};
    of.term_count = find_live_terms(step, current, slots, scratch);
    of.lines_per_term = lines_per_term(span, current, of.term_count);
    for (size_t row = 0; row < current->row_count; row++) {
      of.targets[row] = slots[current->targets[row]];
    }
    of.streams = can_stream(&of, current->row_count, span);
    RUN[current->row_count - 1](&of, span);
    if (of.streams) {
      _mm_sfence(); /* whoever is told of the run must see its targets */
    }
    at += group_bytes(current->row_count, step->source_count);
  }
}

const okapi_ec_kernel ec_kernel_gfni = {.name = "gfni",
                                        .is_supported = is_supported,
                                        .block_bytes_min = 1,
                                        .window_bytes_max = 4096,
                                        .table_bytes = table_bytes,
                                        .scratch_bytes = scratch_bytes,
                                        .build_tables = build_tables,
                                        .run = run};
