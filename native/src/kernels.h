/*
 * What runs the steps of a program: one table of functions per instruction set. The program
 * (okapi_ec.c) checks, windows and lays out memory; a kernel multiplies and adds.
 */
#ifndef OKAPI_EC_KERNELS_H
#define OKAPI_EC_KERNELS_H

#include "okapi_ec.h"

#include <stdbool.h>

/* A step as it was given: targets (+)= coefficients x sources. */
typedef struct {
  bool adds;
  size_t target_count;
  size_t source_count;
  const uint32_t *slots; /* targets, then sources */
} ec_step;

/* How far the inputs of the next window have been asked for. */
typedef struct {
  const uint8_t *const *inputs;
  size_t input_count;
  size_t start; /* of that window in every input */
  size_t bytes; /* of that window, whole vectors */
  size_t lines_per_vector; /* how many to ask for while a vector of each slot is computed */
  size_t input; /* where to go on */
  size_t offset;
} ec_ahead;

/* The bytes of every slot that a step runs over: blocks that start stride bytes apart. */
typedef struct {
  size_t block_bytes;
  size_t block_count;
  size_t stride;
  bool streams; /* targets are overwritten and not read again: they may go past the caches */
  ec_ahead *ahead; /* or null */
} ec_span;

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

struct okapi_ec_kernel {
  const char *name;
  bool (*is_supported)(void);
  size_t block_bytes_min; /* shorter blocks go through padded copies */
  /* Of programs of several steps: inputs are read again, while those of the next window come. */
  size_t window_bytes_max;
  /* At most so many bytes, from a vector boundary on, for a step's tables and for one run of it. */
  size_t (*table_bytes)(const ec_step *step);
  size_t (*scratch_bytes)(const ec_step *step);
  void (*build_tables)(const ec_step *step, const uint8_t *coefficients, void *tables);
  /* slots: where the span of each slot begins; null is zeros, and then a source only. */
  void (*run)(const ec_step *step, const void *tables, uint8_t *const *slots, ec_span span,
              void *scratch);
};

extern const okapi_ec_kernel ec_kernel_isal;
#ifdef OKAPI_EC_GFNI
extern const okapi_ec_kernel ec_kernel_gfni;
#endif
#ifdef OKAPI_EC_AVX2
extern const okapi_ec_kernel ec_kernel_avx2;
#endif

/* What a null input reads as, as long as the longest window. Nobody writes it. */
extern const uint8_t ec_zeros[OKAPI_EC_WINDOW_BYTES_MAX];

static inline size_t ec_round_up(size_t bytes, size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

/*
 * Asks memory for the next lines: of one input after the other, so that those of a page come
 * together, and for the second level of cache, since in the first they displace what is computed.
 */
static inline void ec_fetch_ahead(ec_ahead *ahead, size_t lines) {
  size_t left = lines * OKAPI_EC_VECTOR_BYTES;
  while (left > 0 && ahead->input < ahead->input_count) {
    const uint8_t *input = ahead->inputs[ahead->input];
    size_t end = ahead->bytes - ahead->offset < left ? ahead->bytes : ahead->offset + left;
    left -= end - ahead->offset;
    for (size_t at = ahead->offset; input && at < end; at += OKAPI_EC_VECTOR_BYTES) {
      __builtin_prefetch(input + ahead->start + at, 0, 2);
    }
    ahead->offset = end == ahead->bytes ? 0 : end;
    ahead->input += end == ahead->bytes;
  }
}

#endif
