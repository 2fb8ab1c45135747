#include "operations.h"

#include <stdlib.h>

/* Where a step has more sources, each is read once for some targets, not each target summed at once. */
#define SOURCES_AT_HAND 12
#define TARGETS_AT_ONCE 8

/* The terms of one target, of some of a step's sources. */
typedef struct {
  const uint32_t *sources;
  const uint8_t *coefficients;
  size_t count;
} row_part;

ec_operations ec_operations_of(const okapi_ec_sizes *sizes, bool wanted) {
  ec_operation *operations = wanted ? malloc(EC_OPERATIONS_MAX * sizeof(ec_operation)) : NULL;
  return (ec_operations){.sizes = sizes, .operations = operations, .complete = operations != NULL};
}

void ec_operations_free(ec_operations *of) {
  free(of->operations);
}

static void add(ec_operations *to, ec_operation added) {
  if (to->count == EC_OPERATIONS_MAX) {
    to->complete = false;
    return;
  }
  to->operations[to->count++] = added;
}

static void add_sum(ec_operations *to, uint32_t target, const uint32_t *sources, size_t count) {
  ec_operation sum = {.target = target, .coefficient = 1};
  for (size_t i = 0; i < EC_SOURCES_MAX; i++) {
    sum.sources[i] = i < count ? sources[i] : EC_NO_SLOT;
  }
  add(to, sum);
}

static void add_product(ec_operations *to, uint32_t target, uint32_t source, uint8_t coefficient) {
  add(to, (ec_operation){.target = target,
                         .sources = {source, EC_NO_SLOT, EC_NO_SLOT},
                         .coefficient = coefficient});
}

/* The slot of a term: the source itself where it is not multiplied. */
static uint32_t term_slot(ec_operations *to, uint32_t source, uint8_t coefficient) {
  if (coefficient == 1) {
    return source;
  }
  uint32_t slot = (uint32_t)ec_operation_slots(to->sizes) - EC_PRODUCT_SLOTS + to->product_slot;
  to->product_slot = (to->product_slot + 1) % EC_PRODUCT_SLOTS;
  add_product(to, slot, source, coefficient);
  return slot;
}

static size_t term_count(row_part part) {
  size_t count = 0;
  for (size_t i = 0; i < part.count; i++) {
    count += part.coefficients[i] != 0;
  }
  return count;
}

/* The sum of some terms, three operands at a time; adds: and of what the target has. */
static void add_row(ec_operations *to, uint32_t target, row_part part, bool adds) {
  size_t left = term_count(part);
  uint32_t sum[EC_SOURCES_MAX];
  size_t count = 0;
  if (adds) {
    sum[count++] = target;
  }
  for (size_t i = 0; i < part.count; i++) {
    uint8_t coefficient = part.coefficients[i];
    if (coefficient == 0) {
      continue;
    }
    left--;
    if (coefficient > 1 && count == 0 && left == 0) {
      add_product(to, target, part.sources[i], coefficient);
      return;
    }
    sum[count++] = term_slot(to, part.sources[i], coefficient);
    if (count == EC_SOURCES_MAX) {
      add_sum(to, target, sum, count);
      sum[0] = target;
      count = 1;
    }
  }
  if (count == 0 || sum[0] != target || count > 1) {
    add_sum(to, target, sum, count);
  }
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

void ec_operations_add(ec_operations *to, const ec_step *step, const uint8_t *coefficients) {
  if (!to->complete) {
    return;
  }
  const uint32_t *sources = step->slots + step->target_count;
  /* Two products and what the target has are one sum. */
  size_t columns = step->source_count > SOURCES_AT_HAND ? EC_SOURCES_MAX - 1 : SOURCES_AT_HAND;
  for (size_t row = 0; row < step->target_count; row += TARGETS_AT_ONCE) {
    size_t end = least(row + TARGETS_AT_ONCE, step->target_count);
    for (size_t at = 0; at == 0 || at < step->source_count; at += columns) {
      for (size_t target = row; target < end; target++) {
        row_part part = {.sources = sources + at,
                         .coefficients = coefficients + target * step->source_count + at,
                         .count = least(columns, step->source_count - at)};
        add_row(to, step->slots[target], part, step->adds || at > 0);
      }
    }
  }
}

/* The last of these has the value that was before the operation, unless that is overwritten. */
static void find_next_reads(ec_operation *of, uint32_t number, uint32_t *next) {
  of->target_next = next[of->target];
  next[of->target] = EC_NEVER;
  for (size_t i = 0; i < EC_SOURCES_MAX && of->sources[i] != EC_NO_SLOT; i++) {
    of->sources_next[i] = next[of->sources[i]];
  }
  for (size_t i = 0; i < EC_SOURCES_MAX && of->sources[i] != EC_NO_SLOT; i++) {
    next[of->sources[i]] = number;
  }
}

bool ec_operations_finish(ec_operations *of) {
  size_t slot_count = ec_operation_slots(of->sizes);
  uint32_t *next = of->complete ? malloc(slot_count * sizeof(uint32_t)) : NULL;
  if (!next) {
    return false;
  }
  for (uint32_t slot = 0; slot < slot_count; slot++) {
    next[slot] = ec_is_output(of->sizes, slot) ? (uint32_t)of->count : EC_NEVER;
  }
  for (uint32_t i = (uint32_t)of->count; i-- > 0;) {
    find_next_reads(&of->operations[i], i, next);
  }
  free(next);
  return true;
}
