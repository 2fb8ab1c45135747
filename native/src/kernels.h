/*
 * What runs the steps of a program: one table of functions per instruction set. What is
 * common to all (program.c, run.c) checks, windows and lays out memory; a kernel multiplies and adds.
 */
#ifndef OKAPI_EC_KERNELS_H
#define OKAPI_EC_KERNELS_H

#include "okapi_ec.h"

#include <assert.h>
#include <stdbool.h>

/* A step as it was given: targets (+)= coefficients x sources. */
typedef struct {
  bool adds;
  size_t target_count;
  size_t source_count;
  const uint32_t *slots; /* targets, then sources */
} ec_step;

/* The bytes of every slot that a step runs over: blocks that start stride bytes apart. */
typedef struct {
  size_t block_bytes;
  size_t block_count;
  size_t stride;
} ec_span;

/*
 * Programs that run tile by tile: all steps over so many bytes of every slot, then over the next
 * ones. What the steps share is then in the first level of cache, and temporaries never leave it.
 */
#define EC_TILE_BYTES 256
static_assert(EC_TILE_BYTES == OKAPI_EC_PLANE_BYTES, "a plane is a tile");

/* Where the bytes of a slot are: byte i of the run at start[i & mask]. Temporaries are a tile long. */
typedef struct {
  uint8_t *start; /* null is zeros */
  size_t mask;
} ec_place;

/* The inputs of a later tile, which memory is asked for while this one is computed. */
typedef struct {
  const uint8_t *const *inputs;
  size_t input_count;
  size_t at; /* where that tile begins */
  size_t bytes; /* of it in a buffer, whole vectors */
  size_t input; /* where to go on */
  size_t offset;
} ec_ahead;

/* In GF(2^8), polynomial 0x11d. */
static inline uint8_t ec_times_two(uint8_t value) {
  return (uint8_t)(value << 1 ^ (value & 0x80 ? 0x1d : 0));
}

#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* Machine code for a whole program, over a vector of every slot at a time. */
typedef struct ec_code ec_code;
typedef struct ec_operations ec_operations;

/*
 * How its products are computed: whole, or by halves of bytes, since c * x is c * (low half of x) +
 * c * (high half of x). Halves of a slot are values of their own, which all products of it share.
 */
typedef enum { EC_WHOLE_BYTES, EC_HALVES } ec_multiplication;

struct okapi_ec_kernel {
  const char *name;
  bool (*is_supported)(void);
  /* At most so many bytes, from a vector boundary on, for a step's tables and for one run of it. */
  size_t (*table_bytes)(const ec_step *step);
  size_t (*scratch_bytes)(const ec_step *step);
  void (*build_tables)(const ec_step *step, const uint8_t *coefficients, void *tables);

  /* One that runs tile by tile has these two. */

  /*
   * Finds the operands of a step for one run, in scratch memory of this step alone. streams: the
   * targets are overwritten and not read again, so that they may go past the caches.
   */
  void (*resolve)(const ec_step *step, const void *tables, const ec_place *places, bool streams,
                  void *scratch);
  /* Runs what was resolved over bytes from there on. ahead may be null. */
  void (*run_resolved)(const ec_step *step, const void *scratch, size_t at, size_t bytes,
                       ec_ahead *ahead);

  /* And may have this: code for what fits into it; null where none can be made or executed. */
  ec_code *(*code_of)(const ec_operations *operations);
  ec_multiplication multiplication; /* of these operations */

  /* One that runs step by step, window by window, has these. */

  size_t block_bytes_min; /* shorter blocks go through padded copies */
  /* slots: where the span of each slot begins; null is zeros, and then a source only. */
  void (*run)(const ec_step *step, const void *tables, uint8_t *const *slots, ec_span span,
              void *scratch);
};

extern const okapi_ec_kernel ec_kernel_isal;
#ifdef OKAPI_EC_GFNI
extern const okapi_ec_kernel ec_kernel_gfni;
extern const okapi_ec_kernel ec_kernel_gfni_tiles;
#endif
#ifdef OKAPI_EC_AVX2
extern const okapi_ec_kernel ec_kernel_avx2;
extern const okapi_ec_kernel ec_kernel_avx2_tiles;
#endif

/*
 * Runs code over whole vectors. slots: where each input and output begins, none of them null.
 * streams: whole outputs go past the caches, and begin at vector boundaries.
 * temporaries: ec_code_temporary_bytes of scratch memory.
 */
void ec_code_run(const ec_code *code, uint8_t *const *slots, size_t bytes, bool streams,
                 uint8_t *temporaries);
size_t ec_code_temporary_bytes(const ec_code *code);
void ec_code_free(ec_code *code);

/* What a null input reads as, as long as the longest window. Nobody writes it. */
extern const uint8_t ec_zeros[OKAPI_EC_WINDOW_BYTES_MAX];

static inline size_t ec_round_up(size_t bytes, size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

/* Asks memory for the next line: of one input after the other, so that those of a page come together. */
static inline void ec_fetch_ahead(ec_ahead *ahead) {
  if (ahead->input < ahead->input_count) {
    const uint8_t *input = ahead->inputs[ahead->input];
    if (input) {
      __builtin_prefetch(input + ahead->at + ahead->offset, 0, 3);
    }
    ahead->offset += OKAPI_EC_VECTOR_BYTES;
    if (ahead->offset == ahead->bytes) {
      ahead->offset = 0;
      ahead->input++;
    }
  }
}

#endif
