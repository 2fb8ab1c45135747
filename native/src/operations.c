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

ec_operations ec_operations_of(const okapi_ec_sizes *sizes, ec_multiplication multiplication,
                               bool wanted) {
  ec_operation *operations = wanted ? malloc(EC_OPERATIONS_MAX * sizeof(ec_operation)) : NULL;
  bool *has_halves = wanted ? calloc(ec_program_slots(sizes) + 1, sizeof(bool)) : NULL;
  return (ec_operations){.sizes = sizes,
                         .multiplication = multiplication,
                         .operations = operations,
                         .has_halves = has_halves,
                         .complete = operations && has_halves};
}

void ec_operations_free(ec_operations *of) {
  free(of->operations);
  free(of->has_halves);
}

static void add(ec_operations *to, ec_operation added) {
  if (to->count == EC_OPERATIONS_MAX) {
    to->complete = false;
    return;
  }
  to->operations[to->count++] = added;
}

static void add_sum(ec_operations *to, uint32_t target, const uint32_t *sources, size_t count) {
  ec_operation sum = {.kind = EC_SUM, .target = target};
  for (size_t i = 0; i < EC_SOURCES_MAX; i++) {
    sum.sources[i] = i < count ? sources[i] : EC_NO_SLOT;
  }
  add(to, sum);
}

static void add_single(ec_operations *to, ec_kind kind, uint32_t target, uint32_t source,
                       uint8_t coefficient) {
  add(to, (ec_operation){.kind = kind,
                         .target = target,
                         .sources = {source, EC_NO_SLOT, EC_NO_SLOT},
                         .coefficient = coefficient});
}

/* For a product on its way into a sum. */
static uint32_t next_product_slot(ec_operations *to) {
  uint32_t slot = ec_program_slots(to->sizes) + to->product_slot;
  to->product_slot = (to->product_slot + 1) % EC_PRODUCT_SLOTS;
  return slot;
}

/* The slot of a source's low half, behind which is that of its high half. */
static uint32_t halves_of(ec_operations *to, uint32_t source) {
  uint32_t slot = ec_program_slots(to->sizes) + EC_PRODUCT_SLOTS + 2 * source;
  if (!to->has_halves[source]) {
    add_single(to, EC_LOW_HALF, slot, source, 0);
    add_single(to, EC_HIGH_HALF, slot + 1, source, 0);
    to->has_halves[source] = true;
  }
  return slot;
}

/* A sum that grows: at most EC_SOURCES_MAX slots, which are added up in the target when they are. */
typedef struct {
  uint32_t target;
  uint32_t slots[EC_SOURCES_MAX];
  size_t count;
} growing_sum;

static void add_slot(ec_operations *to, growing_sum *sum, uint32_t slot) {
  sum->slots[sum->count++] = slot;
  if (sum->count == EC_SOURCES_MAX) {
    add_sum(to, sum->target, sum->slots, sum->count);
    sum->slots[0] = sum->target;
    sum->count = 1;
  }
}

static void add_term(ec_operations *to, growing_sum *sum, uint32_t source, uint8_t coefficient) {
  if (coefficient == 1) {
    add_slot(to, sum, source);
  } else if (to->multiplication == EC_WHOLE_BYTES) {
    uint32_t slot = next_product_slot(to);
    add_single(to, EC_PRODUCT, slot, source, coefficient);
    add_slot(to, sum, slot);
  } else {
    uint32_t halves = halves_of(to, source);
    uint32_t low = next_product_slot(to);
    add_single(to, EC_LOW_PRODUCT, low, halves, coefficient);
    add_slot(to, sum, low);
    uint32_t high = next_product_slot(to);
    add_single(to, EC_HIGH_PRODUCT, high, halves + 1, coefficient);
    add_slot(to, sum, high);
  }
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
  growing_sum sum = {.target = target};
  if (adds) {
    sum.slots[sum.count++] = target;
  }
  bool single = !adds && term_count(part) == 1 && to->multiplication == EC_WHOLE_BYTES;
  for (size_t i = 0; i < part.count; i++) {
    uint8_t coefficient = part.coefficients[i];
    if (coefficient > 1 && single) {
      add_single(to, EC_PRODUCT, target, part.sources[i], coefficient);
      return;
    }
    if (coefficient > 0) {
      add_term(to, &sum, part.sources[i], coefficient);
    }
  }
  if (sum.count == 0 || sum.slots[0] != target || sum.count > 1) {
    add_sum(to, target, sum.slots, sum.count);
  }
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

/*
 * How many sources are summed up before the next target's turn. By halves one: a source is taken
 * apart and then multiplied for all targets, or two vectors of each would have to stay.
 */
static size_t sources_at_once(const ec_operations *to, const ec_step *step) {
  if (to->multiplication == EC_HALVES) {
    return 1;
  }
  /* Two products and what the target has are one sum. */
  return step->source_count > SOURCES_AT_HAND ? EC_SOURCES_MAX - 1 : SOURCES_AT_HAND;
}

/* Of one target some sources, from one on. */
static void add_part(ec_operations *to, const ec_step *step, const uint8_t *coefficients,
                     size_t target, size_t at, size_t count) {
  const uint32_t *sources = step->slots + step->target_count;
  const uint8_t *row = coefficients + target * step->source_count;
  row_part before = {.sources = sources, .coefficients = row, .count = at};
  row_part part = {.sources = sources + at, .coefficients = row + at, .count = count};
  bool adds = step->adds || term_count(before) > 0;
  bool is_last = at + count == step->source_count;
  if (term_count(part) > 0 || (is_last && !adds)) {
    add_row(to, step->slots[target], part, adds);
  }
}

static void add_rows(ec_operations *to, const ec_step *step, const uint8_t *coefficients,
                     size_t row, size_t end) {
  size_t columns = sources_at_once(to, step);
  for (size_t at = 0; at == 0 || at < step->source_count; at += columns) {
    for (size_t target = row; target < end; target++) {
      add_part(to, step, coefficients, target, at, least(columns, step->source_count - at));
    }
  }
}

void ec_operations_add(ec_operations *to, const ec_step *step, const uint8_t *coefficients) {
  if (!to->complete) {
    return;
  }
  for (size_t row = 0; row < step->target_count; row += TARGETS_AT_ONCE) {
    add_rows(to, step, coefficients, row, least(row + TARGETS_AT_ONCE, step->target_count));
  }
  for (size_t target = 0; target < step->target_count; target++) {
    to->has_halves[step->slots[target]] = false;
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
  size_t slot_count = ec_operation_slots(of);
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
