/* A program as it was created, for the files that create and run it. */
#ifndef OKAPI_EC_PROGRAM_H
#define OKAPI_EC_PROGRAM_H

#include "kernels.h"

typedef struct {
  ec_step step;
  void *tables;
  size_t operands; /* where those of a run begin, of a kernel that runs tile by tile */
} prepared_step;

struct okapi_ec_program {
  const okapi_ec_kernel *kernel;
  okapi_ec_sizes sizes;
  size_t step_count;
  size_t step_scratch_bytes; /* that the steps need, which run tile by tile; else the most of one */
  size_t table_bytes;
  prepared_step *steps;
  uint32_t *words;
  uint8_t *tables;
  bool *named; /* per slot: whether a step names it */
  bool adds; /* to what a slot has */
  ec_code *code; /* or null */
};

static inline size_t ec_slot_count(const okapi_ec_sizes *sizes) {
  return sizes->input_count + sizes->output_count + sizes->temporary_count;
}

static inline size_t ec_round_up_to_vectors(size_t bytes) {
  return ec_round_up(bytes, OKAPI_EC_VECTOR_BYTES);
}

static inline size_t ec_slots_per_buffer(const okapi_ec_sizes *sizes) {
  return sizes->plane_bytes == 0 ? 1 : 2;
}

/*
 * Runs over whole vectors, with planes whole granules, where okapi_ec_run has checked what it is
 * given: by machine code, which the program must have, or by tiles, which its kernel must know.
 * past_caches: outputs are stored so, and begin at vector boundaries.
 */
void ec_run_code(const okapi_ec_program *program, const uint8_t *const *inputs,
                 uint8_t *const *outputs, size_t length, bool past_caches, void *scratch);
void ec_run_tiles(const okapi_ec_program *program, const uint8_t *const *inputs,
                  uint8_t *const *outputs, size_t length, void *scratch);

#endif
