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

/* The bytes of every slot that a step runs over: blocks that start stride bytes apart. */
typedef struct {
  size_t block_bytes;
  size_t block_count;
  size_t stride;
} ec_span;

struct okapi_ec_kernel {
  const char *name;
  bool (*is_supported)(void);
  size_t block_bytes_min; /* shorter blocks go through padded copies */
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

/* What a null input reads as, as long as the longest window. Nobody writes it. */
extern const uint8_t ec_zeros[OKAPI_EC_WINDOW_BYTES_MAX];

static inline size_t ec_round_up(size_t bytes, size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

#endif
