/*
 * What the kernels of our own have in common; each of them includes this once, behind its vectors.
 *
 *     targets   r0 r1 .. | r4 ..           a group of up to ROWS_MAX targets is computed in one
 *     sources   s0 s1   s2 s3   s4 ..      pass, up to SOURCES_MAX sources (a term) at a time
 *
 * A pass goes over the span in tiles whose sums stay in registers, so each source is loaded once
 * per group and each target is stored once. Sources share a term where they have zeros and ones in
 * the same rows: zeros cost nothing, ones are XORed.
 *
 * Before it is included there are
 *     ROWS_MAX, SOURCES_MAX, VECTORS_MAX   targets of a group, sources of a term, vectors of a tile
 *     VECTOR_BYTES                         of a register
 *     vectors_of(rows)                     how many vectors of each slot a tile has
 *     vector                               a register, with vector_zero, vector_load, vector_store
 *                                          and vector_stream (aligned, past the caches, may be
 *                                          followed by vector_fence)
 *     factor, factor_of(coefficient)       what a register is multiplied with
 * and behind it the kernel defines add_term and is_supported, and itself as a TILED_KERNEL.
 */
#ifndef OKAPI_EC_TILED_H
#define OKAPI_EC_TILED_H

#include "kernels.h"

#include <assert.h>
#include <string.h>

static_assert(OKAPI_EC_PLANE_BYTES % (VECTORS_MAX * VECTOR_BYTES) == 0, "a plane is whole tiles");
static_assert(ROWS_MAX <= 8, "rows are bits of a byte");

/* One source, or several whose coefficients are zero, one or something else in the same rows. */
typedef struct {
  uint32_t sources[SOURCES_MAX]; /* numbers among the step's sources; those missing repeat the first */
  uint8_t source_count;
  uint8_t product_rows;
  uint8_t sum_rows; /* coefficient one */
} term;

/* Targets that are computed together. Behind it: its terms, then a factor per row and source. */
typedef struct {
  uint32_t row_count;
  uint32_t term_count;
  const uint32_t *targets;
  term *terms;
  factor *factors;
} group;

/* A term of the current run: its sources in memory. */
typedef struct {
  ec_place sources[SOURCES_MAX];
  const factor *factors; /* per row, then per source */
  uint8_t source_count;
  uint8_t product_rows;
  uint8_t sum_rows;
} live_term;

/*
 * A group of the current run. Behind it: its live terms, and where the sources are of a dense one.
 * A pass is dense if every row multiplies every source and all operands are in buffers: nothing
 * needs to be asked then.
 */
typedef struct {
  ec_place targets[ROWS_MAX];
  size_t row_count;
  size_t term_count;
  const live_term *terms;
  const uint8_t **dense; /* null where it is not */
  bool adds;
  bool streams;
} pass;

INLINE uint8_t *at_place(ec_place place, size_t at) {
  return place.start + (at & place.mask);
}

/* What a term adds to a tile: its sources there, and what is multiplied or added. */
typedef struct {
  const uint8_t *sources[SOURCES_MAX];
  const factor *factors; /* per row, then per source */
  size_t source_count;
  unsigned product_rows;
  unsigned sum_rows;
} addend;

/* Adds it to the sums of a tile, of which these bytes of each vector are meant. */
INLINE void add_term(vector sums[ROWS_MAX][VECTORS_MAX], addend of, size_t rows, size_t vectors,
                     size_t bytes);

/* Groups of nearly equal size, each at most ROWS_MAX. */
static size_t group_count_of(const ec_step *step) {
  return (step->target_count + ROWS_MAX - 1) / ROWS_MAX;
}

static size_t group_start(const ec_step *step, size_t index) {
  return index * step->target_count / group_count_of(step);
}

static size_t factors_offset(size_t source_count) {
  return ec_round_up(sizeof(group) + source_count * sizeof(term), sizeof(factor));
}

static size_t group_bytes(size_t row_count, size_t source_count) {
  return ec_round_up(
      factors_offset(source_count) + row_count * source_count * sizeof(factor), sizeof(uint64_t));
}

static size_t table_bytes(const ec_step *step) {
  size_t bytes = 0;
  for (size_t i = 0; i < group_count_of(step); i++) {
    size_t row_count = group_start(step, i + 1) - group_start(step, i);
    bytes += group_bytes(row_count, step->source_count);
  }
  return bytes;
}

static size_t pass_bytes(const ec_step *step) {
  return sizeof(pass) + step->source_count * (sizeof(live_term) + sizeof(uint8_t *));
}

static size_t scratch_bytes(const ec_step *step) {
  return group_count_of(step) * pass_bytes(step);
}

/* The shape of a column: which of the group's rows multiply it, and which add it. */
static term term_of(const uint8_t *coefficients, size_t stride, size_t row_count, uint32_t source) {
  term result = {.source_count = 1};
  for (size_t i = 0; i < SOURCES_MAX; i++) {
    result.sources[i] = source;
  }
  for (size_t row = 0; row < row_count; row++) {
    uint8_t coefficient = coefficients[row * stride];
    result.product_rows |= (uint8_t)((coefficient > 1) << row);
    result.sum_rows |= (uint8_t)((coefficient == 1) << row);
  }
  return result;
}

/* The term that waits for another source of that shape, or null. */
static term *partner_of(const term *wanted, group *of) {
  for (size_t i = of->term_count; i-- > 0;) {
    term *candidate = &of->terms[i];
    if (candidate->source_count < SOURCES_MAX && candidate->product_rows == wanted->product_rows &&
        candidate->sum_rows == wanted->sum_rows) {
      return candidate;
    }
  }
  return NULL;
}

static void put_terms(const ec_step *step, const uint8_t *coefficients, group *filled) {
  for (uint32_t source = 0; source < step->source_count; source++) {
    term added = term_of(coefficients + source, step->source_count, filled->row_count, source);
    if ((added.product_rows | added.sum_rows) == 0) {
      continue;
    }
    term *partner = partner_of(&added, filled);
    if (partner) {
      partner->sources[partner->source_count++] = source;
    } else {
      filled->terms[filled->term_count++] = added;
    }
  }
}

static void put_factors(const ec_step *step, const uint8_t *coefficients, const group *of) {
  factor *next = of->factors;
  for (size_t i = 0; i < of->term_count; i++) {
    for (size_t row = 0; row < of->row_count; row++) {
      for (size_t j = 0; j < of->terms[i].source_count; j++) {
        *next++ = factor_of(coefficients[row * step->source_count + of->terms[i].sources[j]]);
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
    filled->factors = (factor *)(void *)(at + factors_offset(step->source_count));
    put_terms(step, coefficients + first * step->source_count, filled);
    put_factors(step, coefficients + first * step->source_count, filled);
    at += group_bytes(filled->row_count, step->source_count);
  }
}

INLINE addend addend_of(const live_term *of, size_t at) {
  addend result = {.factors = of->factors,
                   .source_count = of->source_count,
                   .product_rows = of->product_rows,
                   .sum_rows = of->sum_rows};
UNROLL
  for (size_t i = 0; i < SOURCES_MAX; i++) {
    result.sources[i] = at_place(of->sources[i], at);
  }
  return result;
}

/* Of a dense pass. */
INLINE addend dense_addend(const pass *of, size_t term, size_t at, size_t rows) {
  addend result = {.factors = of->terms->factors + term * SOURCES_MAX * rows,
                   .source_count = SOURCES_MAX,
                   .product_rows = (1u << rows) - 1};
UNROLL
  for (size_t i = 0; i < SOURCES_MAX; i++) {
    result.sources[i] = of->dense[term * SOURCES_MAX + i] + at;
  }
  return result;
}

/*
 * All but the places are constants where this is inlined, so that the sums are registers. Of each
 * vector these bytes are meant: all of them but in the last one of a run.
 */
INLINE void run_tile(const pass *of, size_t at, size_t rows, size_t vectors, size_t bytes,
                     bool dense, ec_ahead *ahead) {
  vector sums[ROWS_MAX][VECTORS_MAX];
  uint8_t *targets[ROWS_MAX];
  const bool streams = of->streams && bytes == VECTOR_BYTES;
UNROLL
  for (size_t row = 0; row < rows; row++) {
    targets[row] = dense ? of->targets[row].start + at : at_place(of->targets[row], at);
UNROLL
    for (size_t v = 0; v < vectors; v++) {
      sums[row][v] = of->adds ? vector_load(targets[row] + v * VECTOR_BYTES, bytes) : vector_zero();
    }
  }
  for (size_t i = 0; i < of->term_count; i++) {
    add_term(sums, dense ? dense_addend(of, i, at, rows) : addend_of(&of->terms[i], at), rows,
             vectors, bytes);
    if (ahead) {
      /* One at a time: many at once wait for each other. */
UNROLL
      for (size_t fetched = 0; fetched < SOURCES_MAX; fetched++) {
        ec_fetch_ahead(ahead);
      }
    }
  }
UNROLL
  for (size_t row = 0; row < rows; row++) {
UNROLL
    for (size_t v = 0; v < vectors; v++) {
      if (streams) {
        vector_stream(targets[row] + v * VECTOR_BYTES, sums[row][v]);
      } else {
        vector_store(targets[row] + v * VECTOR_BYTES, sums[row][v], bytes);
      }
    }
  }
}

INLINE size_t bytes_before_vector(const uint8_t *target) {
  return -(uintptr_t)target % VECTOR_BYTES;
}

INLINE void run_tiles(const pass *of, size_t at, size_t bytes, size_t rows, size_t vectors,
                      bool dense, ec_ahead *ahead) {
  size_t tile_bytes = vectors * VECTOR_BYTES;
  size_t end = at + bytes;
  size_t head = of->streams ? bytes_before_vector(at_place(of->targets[0], at)) : 0;
  if (head > 0) {
    run_tile(of, at, rows, 1, head, false, NULL);
    at += head;
  }
  for (; end - at >= tile_bytes; at += tile_bytes) {
    run_tile(of, at, rows, vectors, VECTOR_BYTES, dense, ahead);
  }
  for (; end - at >= VECTOR_BYTES; at += VECTOR_BYTES) {
    run_tile(of, at, rows, 1, VECTOR_BYTES, dense, NULL);
  }
  if (at < end) {
    run_tile(of, at, rows, 1, end - at, false, NULL);
  }
}

#define RUN_ROWS(rows)                                                                   \
  static void run_rows_##rows(const pass *of, size_t at, size_t bytes, ec_ahead *ahead) { \
    if (of->dense && ahead) {                                                            \
      run_tiles(of, at, bytes, rows, vectors_of(rows), true, ahead);                     \
    } else if (of->dense) {                                                              \
      run_tiles(of, at, bytes, rows, vectors_of(rows), true, NULL);                      \
    } else if (ahead) {                                                                  \
      run_tiles(of, at, bytes, rows, vectors_of(rows), false, ahead);                    \
    } else {                                                                             \
      run_tiles(of, at, bytes, rows, vectors_of(rows), false, NULL);                     \
    }                                                                                    \
  }
RUN_ROWS(1)
RUN_ROWS(2)
RUN_ROWS(3)
RUN_ROWS(4)
#if ROWS_MAX > 4
RUN_ROWS(5)
RUN_ROWS(6)
RUN_ROWS(7)
RUN_ROWS(8)
#endif

static void (*const RUN[])(const pass *, size_t, size_t, ec_ahead *) = {
    run_rows_1, run_rows_2, run_rows_3, run_rows_4,
#if ROWS_MAX > 4
    run_rows_5, run_rows_6, run_rows_7, run_rows_8,
#endif
};
static_assert(sizeof RUN / sizeof RUN[0] == ROWS_MAX, "a function for each number of rows");

/* Zeros are so long as a tile, and every tile reads the same ones. */
static const ec_place ZEROS = {.start = (uint8_t *)ec_zeros, .mask = 0};

/* Terms without a live source vanish. */
static size_t find_live_terms(const ec_step *step, const group *of, const ec_place *places,
                              live_term *live) {
  const uint32_t *sources = step->slots + step->target_count;
  const factor *factors = of->factors;
  size_t count = 0;
  for (size_t i = 0; i < of->term_count; i++) {
    const term *next = &of->terms[i];
    live_term found = {.factors = factors,
                       .source_count = next->source_count,
                       .product_rows = next->product_rows,
                       .sum_rows = next->sum_rows};
    bool lives = false;
    for (size_t j = 0; j < SOURCES_MAX; j++) {
      ec_place source = places[sources[next->sources[j]]];
      found.sources[j] = source.start ? source : ZEROS;
      lives = lives || source.start;
    }
    if (lives) {
      live[count++] = found;
    }
    factors += of->row_count * next->source_count;
  }
  return count;
}

static bool is_in_buffer(ec_place place) {
  return place.mask == SIZE_MAX;
}

static bool is_dense(const pass *of) {
  bool dense = of->term_count > 0;
  for (size_t row = 0; row < of->row_count; row++) {
    dense = dense && is_in_buffer(of->targets[row]);
  }
  for (size_t i = 0; i < of->term_count; i++) {
    const live_term *term = &of->terms[i];
    dense = dense && term->product_rows == (1u << of->row_count) - 1 &&
            term->source_count == SOURCES_MAX &&
            term->factors == of->terms->factors + i * SOURCES_MAX * of->row_count;
    for (size_t j = 0; j < SOURCES_MAX; j++) {
      dense = dense && is_in_buffer(term->sources[j]);
    }
  }
  return dense;
}

static void put_dense(const pass *of, const uint8_t **starts) {
  for (size_t i = 0; i < of->term_count; i++) {
    for (size_t j = 0; j < SOURCES_MAX; j++) {
      starts[i * SOURCES_MAX + j] = of->terms[i].sources[j].start;
    }
  }
}

/* Whole vectors go past the caches only, so those of all targets must begin at the same places. */
static bool can_stream(const pass *of) {
  size_t head = bytes_before_vector(of->targets[0].start);
  bool can = true;
  for (size_t row = 1; row < of->row_count; row++) {
    can = can && bytes_before_vector(of->targets[row].start) == head;
  }
  return can;
}

static void resolve(const ec_step *step, const void *tables, const ec_place *places, bool streams,
                    void *scratch) {
  const uint8_t *at = tables;
  uint8_t *to = scratch;
  for (size_t i = 0; i < group_count_of(step); i++) {
    const group *from = (const group *)(const void *)at;
    pass *of = (pass *)(void *)to;
    live_term *terms = (live_term *)(void *)(to + sizeof(pass));
    *of = (pass){.row_count = from->row_count, .terms = terms, .adds = step->adds};
    of->term_count = find_live_terms(step, from, places, terms);
    for (size_t row = 0; row < from->row_count; row++) {
      of->targets[row] = places[from->targets[row]];
    }
    if (is_dense(of)) {
      of->dense = (const uint8_t **)(void *)(terms + step->source_count);
      put_dense(of, of->dense);
    }
    of->streams = streams && can_stream(of);
    at += group_bytes(from->row_count, step->source_count);
    to += pass_bytes(step);
  }
}

static void run_resolved(const ec_step *step, const void *scratch, size_t at, size_t bytes,
                         ec_ahead *ahead) {
  const uint8_t *next = scratch;
  for (size_t i = 0; i < group_count_of(step); i++) {
    const pass *of = (const pass *)(const void *)next;
    RUN[of->row_count - 1](of, at, bytes, ahead);
    if (of->streams) {
      vector_fence(); /* whoever is told of the run must see its targets */
    }
    next += pass_bytes(step);
  }
}

/* is_supported is the kernel's own, and what makes code, if any, of which operations. */
#define TILED_KERNEL(text, code, by)    \
  {.name = text,                        \
   .is_supported = is_supported,        \
   .table_bytes = table_bytes,          \
   .scratch_bytes = scratch_bytes,      \
   .build_tables = build_tables,        \
   .resolve = resolve,                  \
   .run_resolved = run_resolved,        \
   .code_of = code,                     \
   .multiplication = by}

#endif
