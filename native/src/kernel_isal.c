/* The kernel that runs on every x86-64: ISA-L, which chooses among SSE, AVX2 and AVX-512 itself. */
#include "kernels.h"

#include <assert.h>
#include <isa-l.h>
#include <limits.h>
#include <string.h>

#define TABLE_BYTES_PER_COEFFICIENT 32

static_assert(OKAPI_EC_WINDOW_BYTES_MAX <= INT_MAX, "ISA-L takes lengths as int");

static bool is_supported(void) {
  return true;
}

static size_t table_bytes(const ec_step *step) {
  return step->target_count * step->source_count * TABLE_BYTES_PER_COEFFICIENT;
}

/* The addresses of the targets, then of the sources, in the current block. */
static size_t scratch_bytes(const ec_step *step) {
  return (step->target_count + step->source_count) * sizeof(uint8_t *);
}

/* Tables are opaque: their layout differs between releases of ISA-L. */
static void build_tables(const ec_step *step, const uint8_t *coefficients, void *tables) {
  if (step->source_count > 0) {
    ec_init_tables((int)step->source_count, (int)step->target_count, (unsigned char *)coefficients,
                   tables);
  }
}

/* ISA-L's parameters are not const, but it only reads tables and sources. */
static void set_targets(const ec_step *step, const void *tables, uint8_t **targets,
                        uint8_t **sources, size_t length) {
  size_t live_count = 0;
  for (size_t i = 0; i < step->source_count; i++) {
    live_count += sources[i] != NULL;
    sources[i] = sources[i] ? sources[i] : (uint8_t *)ec_zeros;
  }
  if (live_count > 0) {
    ec_encode_data((int)length, (int)step->source_count, (int)step->target_count,
                   (unsigned char *)tables, sources, targets);
    return;
  }
  for (size_t i = 0; i < step->target_count; i++) {
    memset(targets[i], 0, length);
  }
}

static void add_to_targets(const ec_step *step, const void *tables, uint8_t **targets,
                           uint8_t **sources, size_t length) {
  for (size_t i = 0; i < step->source_count; i++) {
    if (sources[i]) {
      ec_encode_data_update((int)length, (int)step->source_count, (int)step->target_count, (int)i,
                            (unsigned char *)tables, sources[i], targets);
    }
  }
}

static void run(const ec_step *step, const void *tables, uint8_t *const *slots, ec_span span,
                void *scratch) {
  uint8_t **operands = scratch;
  size_t operand_count = step->target_count + step->source_count;
  for (size_t block = 0; block < span.block_count; block++) {
    for (size_t i = 0; i < operand_count; i++) {
      uint8_t *start = slots[step->slots[i]];
      operands[i] = start ? start + block * span.stride : NULL;
    }
    uint8_t **sources = operands + step->target_count;
    if (step->adds) {
      add_to_targets(step, tables, operands, sources, span.block_bytes);
    } else {
      set_targets(step, tables, operands, sources, span.block_bytes);
    }
  }
}

const okapi_ec_kernel ec_kernel_isal = {.name = "isal",
                                        .is_supported = is_supported,
                                        .block_bytes_min = OKAPI_EC_VECTOR_BYTES,
                                        .table_bytes = table_bytes,
                                        .scratch_bytes = scratch_bytes,
                                        .build_tables = build_tables,
                                        .run = run};
