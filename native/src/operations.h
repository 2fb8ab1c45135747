/*
 * A program as single operations on whole slots, in order and without branches: what machine code
 * is made of.
 *
 * Behind the program's own slots there are a few for products on their way into a sum, and those for
 * halves of bytes.
 */
#ifndef OKAPI_EC_OPERATIONS_H
#define OKAPI_EC_OPERATIONS_H

#include "kernels.h"

/* More would not stay in the first level of cache for instructions. */
#define EC_OPERATIONS_MAX 2000

#define EC_SOURCES_MAX 3
#define EC_PRODUCT_SLOTS 4
#define EC_NO_SLOT UINT32_MAX
#define EC_NEVER UINT32_MAX

typedef enum {
  EC_SUM, /* of up to three sources, of none zeros */
  EC_PRODUCT,
  EC_LOW_HALF, /* the low four bits of each byte */
  EC_HIGH_HALF, /* the high ones, shifted to where the low ones were */
  EC_LOW_PRODUCT, /* of a low half */
  EC_HIGH_PRODUCT /* of a high half, as if it was not shifted */
} ec_kind;

/*
 * Has one source unless it is a sum. A source may be the target. Next reads are numbers of
 * operations, that of all where the caller reads the value, EC_NEVER where nobody does.
 */
typedef struct {
  ec_kind kind;
  uint32_t target;
  uint32_t target_next; /* who reads the target's new value next */
  uint32_t sources[EC_SOURCES_MAX]; /* EC_NO_SLOT behind the last */
  uint32_t sources_next[EC_SOURCES_MAX]; /* who reads the sources' values next */
  uint8_t coefficient; /* of a product */
} ec_operation;

struct ec_operations {
  const okapi_ec_sizes *sizes;
  ec_multiplication multiplication;
  ec_operation *operations;
  size_t count;
  uint32_t product_slot; /* the next one to take */
  bool *has_halves; /* per slot of the program: those of the value that it has */
  bool complete; /* there was room for all */
};

static inline uint32_t ec_buffer_slots(const okapi_ec_sizes *sizes) {
  return (uint32_t)(sizes->input_count + sizes->output_count);
}

static inline bool ec_is_output(const okapi_ec_sizes *sizes, uint32_t slot) {
  return slot >= sizes->input_count && slot < ec_buffer_slots(sizes);
}

static inline uint32_t ec_program_slots(const okapi_ec_sizes *sizes) {
  return ec_buffer_slots(sizes) + (uint32_t)sizes->temporary_count;
}

/* Those of the program, those for products, and two for the halves of each of the program's. */
static inline size_t ec_operation_slots(const ec_operations *of) {
  size_t program_slots = ec_program_slots(of->sizes);
  return program_slots + EC_PRODUCT_SLOTS + (of->multiplication == EC_HALVES ? 2 * program_slots : 0);
}

/* wanted: else, or without memory, it takes none and is of no use. */
ec_operations ec_operations_of(const okapi_ec_sizes *sizes, ec_multiplication multiplication,
                               bool wanted);

void ec_operations_add(ec_operations *to, const ec_step *step, const uint8_t *coefficients);

/* Behind the last step: finds all next reads. Answers whether the operations can be used. */
bool ec_operations_finish(ec_operations *of);

void ec_operations_free(ec_operations *of);

#endif
