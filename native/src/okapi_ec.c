#include "okapi_ec.h"

#include <assert.h>
#include <isa-l.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES_PER_COEFFICIENT 32
#define WORDS_BEFORE_SLOTS 3
/* Far beyond any code, and small enough that no product of counts and sizes overflows 64 bits. */
#define COUNT_MAX ((size_t)1 << 24)

static_assert(sizeof(size_t) == 8, "products of counts and sizes are computed in 64 bits");
static_assert(OKAPI_EC_WINDOW_BYTES_MAX <= INT_MAX, "ISA-L takes lengths as int");
static_assert(OKAPI_EC_WINDOW_BYTES_MAX % OKAPI_EC_VECTOR_BYTES == 0, "windows are whole vectors");

typedef struct {
  bool adds;
  size_t target_count;
  size_t source_count;
  const uint32_t *slots; /* targets, then sources */
  unsigned char *tables; /* opaque: their layout differs between releases of ISA-L */
} prepared_step;

struct okapi_ec_program {
  okapi_ec_sizes sizes;
  size_t step_count;
  size_t operand_count_max;
  prepared_step *steps;
  uint32_t *words;
  unsigned char *tables;
  bool *named; /* per slot: whether a step names it */
};

/* What a null input reads as. Nobody writes it; ISA-L's parameters are not const. */
static unsigned char zeros[OKAPI_EC_WINDOW_BYTES_MAX];

const char *okapi_ec_message(okapi_ec_status status) {
  switch (status) {
    case OKAPI_EC_OK:
      return "ok";
    case OKAPI_EC_NO_MEMORY:
      return "no memory for a native program";
    case OKAPI_EC_BAD_SIZES:
      return "counts or window size of a native program out of range";
    case OKAPI_EC_BAD_STEP:
      return "steps or coefficients of a native program are incomplete";
    case OKAPI_EC_BAD_SLOT:
      return "a step of a native program names a slot that it must not";
    case OKAPI_EC_NULL_OUTPUT:
      return "an output that the program touches is null";
    case OKAPI_EC_BAD_SCRATCH:
      return "scratch memory of a native run is too small";
    case OKAPI_EC_NOT_DIRECT:
      return "buffer is not direct";
    case OKAPI_EC_BUFFER_TOO_SHORT:
      return "buffer is too short";
    case OKAPI_EC_WRONG_BUFFER_COUNT:
      return "wrong number of buffers";
  }
  return "unknown status";
}

#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *okapi_ec_isal_version(void) {
  return VERSION_TEXT(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
}

static size_t slot_count_of(const okapi_ec_sizes *sizes) {
  return sizes->input_count + sizes->output_count + sizes->temporary_count;
}

static size_t round_up(size_t bytes) {
  return (bytes + OKAPI_EC_VECTOR_BYTES - 1) / OKAPI_EC_VECTOR_BYTES * OKAPI_EC_VECTOR_BYTES;
}

static bool sizes_are_good(const okapi_ec_sizes *sizes) {
  return sizes->input_count <= COUNT_MAX && sizes->output_count <= COUNT_MAX &&
         sizes->temporary_count <= COUNT_MAX && sizes->window_bytes >= OKAPI_EC_VECTOR_BYTES &&
         sizes->window_bytes <= OKAPI_EC_WINDOW_BYTES_MAX;
}

/* ISA-L writes targets while it reads sources, so they must be different slots. */
static bool slots_are_good(const okapi_ec_sizes *sizes, const uint32_t *slots, size_t target_count,
                           size_t source_count) {
  for (size_t i = 0; i < target_count + source_count; i++) {
    if (slots[i] >= slot_count_of(sizes)) {
      return false;
    }
  }
  for (size_t target = 0; target < target_count; target++) {
    if (slots[target] < sizes->input_count) {
      return false;
    }
    for (size_t i = target + 1; i < target_count + source_count; i++) {
      if (slots[i] == slots[target]) {
        return false;
      }
    }
  }
  return true;
}

/* Walks all steps once, so that filling in the program needs no further check. */
static okapi_ec_status check_steps(const okapi_ec_sizes *sizes, const uint32_t *words,
                                   size_t word_count, size_t coefficient_count,
                                   okapi_ec_program *counts) {
  size_t coefficients_used = 0;
  for (size_t at = 0; at < word_count;) {
    if (word_count - at < WORDS_BEFORE_SLOTS) {
      return OKAPI_EC_BAD_STEP;
    }
    size_t target_count = words[at + 1];
    size_t operand_count = target_count + words[at + 2];
    if (words[at] > 1 || target_count == 0 || operand_count > COUNT_MAX ||
        word_count - at - WORDS_BEFORE_SLOTS < operand_count) {
      return OKAPI_EC_BAD_STEP;
    }
    coefficients_used += target_count * words[at + 2];
    if (coefficients_used > coefficient_count) {
      return OKAPI_EC_BAD_STEP;
    }
    if (!slots_are_good(sizes, words + at + WORDS_BEFORE_SLOTS, target_count, words[at + 2])) {
      return OKAPI_EC_BAD_SLOT;
    }
    counts->step_count++;
    if (operand_count > counts->operand_count_max) {
      counts->operand_count_max = operand_count;
    }
    at += WORDS_BEFORE_SLOTS + operand_count;
  }
  return coefficients_used == coefficient_count ? OKAPI_EC_OK : OKAPI_EC_BAD_STEP;
}

/* One more byte than asked for, because an empty program is no reason for a null pointer. */
static bool allocate(okapi_ec_program *program, size_t word_count, size_t coefficient_count) {
  size_t table_bytes = coefficient_count * TABLE_BYTES_PER_COEFFICIENT;
  program->steps = calloc(program->step_count + 1, sizeof(prepared_step));
  program->words = calloc(word_count + 1, sizeof(uint32_t));
  program->tables = aligned_alloc(OKAPI_EC_VECTOR_BYTES, round_up(table_bytes + 1));
  program->named = calloc(slot_count_of(&program->sizes) + 1, sizeof(bool));
  return program->steps && program->words && program->tables && program->named;
}

static void fill(okapi_ec_program *program, const uint8_t *coefficients) {
  const uint32_t *words = program->words;
  unsigned char *tables = program->tables;
  for (size_t i = 0; i < program->step_count; i++) {
    prepared_step *step = &program->steps[i];
    step->adds = words[0] == 1;
    step->target_count = words[1];
    step->source_count = words[2];
    step->slots = words + WORDS_BEFORE_SLOTS;
    step->tables = tables;
    size_t operand_count = step->target_count + step->source_count;
    size_t coefficient_count = step->target_count * step->source_count;
    for (size_t operand = 0; operand < operand_count; operand++) {
      program->named[step->slots[operand]] = true;
    }
    if (coefficient_count > 0) {
      ec_init_tables((int)step->source_count, (int)step->target_count,
                     (unsigned char *)coefficients, tables);
    }
    words += WORDS_BEFORE_SLOTS + operand_count;
    coefficients += coefficient_count;
    tables += coefficient_count * TABLE_BYTES_PER_COEFFICIENT;
  }
}

okapi_ec_status okapi_ec_create(const okapi_ec_sizes *sizes, const uint32_t *step_words,
                                size_t step_word_count, const uint8_t *coefficients,
                                size_t coefficient_count, okapi_ec_program **program) {
  if (!sizes_are_good(sizes) || step_word_count > INT_MAX || coefficient_count > INT_MAX) {
    return OKAPI_EC_BAD_SIZES;
  }
  okapi_ec_program counts = {.sizes = *sizes};
  okapi_ec_status status =
      check_steps(sizes, step_words, step_word_count, coefficient_count, &counts);
  if (status != OKAPI_EC_OK) {
    return status;
  }
  okapi_ec_program *created = malloc(sizeof *created);
  if (!created) {
    return OKAPI_EC_NO_MEMORY;
  }
  *created = counts;
  if (!allocate(created, step_word_count, coefficient_count)) {
    okapi_ec_destroy(created);
    return OKAPI_EC_NO_MEMORY;
  }
  if (step_word_count > 0) {
    memcpy(created->words, step_words, step_word_count * sizeof(uint32_t));
  }
  fill(created, coefficients);
  *program = created;
  return OKAPI_EC_OK;
}

void okapi_ec_destroy(okapi_ec_program *program) {
  if (program) {
    free(program->steps);
    free(program->words);
    free(program->tables);
    free(program->named);
    free(program);
  }
}

const okapi_ec_sizes *okapi_ec_sizes_of(const okapi_ec_program *program) {
  return &program->sizes;
}

/*
 * Scratch, from a vector boundary on:
 *
 *     slots       where each slot's current window starts; null is zeros
 *     operands    the same for the targets, then the sources, of the current step
 *     temporaries one window each
 *     lanes       one vector for each input and output: the padded copies of a short run
 */
typedef struct {
  uint8_t **slots;
  uint8_t **operands;
  uint8_t *temporaries;
  uint8_t *lanes;
} scratch_parts;

static size_t lanes_offset(const okapi_ec_program *program) {
  size_t pointers = slot_count_of(&program->sizes) + program->operand_count_max;
  return round_up(pointers * sizeof(uint8_t *)) +
         program->sizes.temporary_count * round_up(program->sizes.window_bytes);
}

size_t okapi_ec_scratch_bytes(const okapi_ec_program *program) {
  size_t lane_count = program->sizes.input_count + program->sizes.output_count;
  return OKAPI_EC_VECTOR_BYTES + lanes_offset(program) + lane_count * OKAPI_EC_VECTOR_BYTES;
}

static scratch_parts parts_of(const okapi_ec_program *program, void *scratch) {
  size_t slot_count = slot_count_of(&program->sizes);
  size_t pointers = slot_count + program->operand_count_max;
  uint8_t *start = (uint8_t *)round_up((uintptr_t)scratch);
  uint8_t **slots = (uint8_t **)(void *)start;
  return (scratch_parts){.slots = slots,
                         .operands = slots + slot_count,
                         .temporaries = start + round_up(pointers * sizeof(uint8_t *)),
                         .lanes = start + lanes_offset(program)};
}

static void set_targets(const prepared_step *step, uint8_t **targets, uint8_t **sources,
                        size_t length) {
  size_t live_count = 0;
  for (size_t i = 0; i < step->source_count; i++) {
    live_count += sources[i] != NULL;
    sources[i] = sources[i] ? sources[i] : zeros;
  }
  if (live_count > 0) {
    ec_encode_data((int)length, (int)step->source_count, (int)step->target_count, step->tables,
                   sources, targets);
    return;
  }
  for (size_t i = 0; i < step->target_count; i++) {
    memset(targets[i], 0, length);
  }
}

static void add_to_targets(const prepared_step *step, uint8_t **targets, uint8_t **sources,
                           size_t length) {
  for (size_t i = 0; i < step->source_count; i++) {
    if (sources[i]) {
      ec_encode_data_update((int)length, (int)step->source_count, (int)step->target_count, (int)i,
                            step->tables, sources[i], targets);
    }
  }
}

/* Runs all steps over one window whose slots are in place; length is at least one vector. */
static void run_steps(const okapi_ec_program *program, const scratch_parts *parts, size_t length) {
  for (size_t i = 0; i < program->step_count; i++) {
    const prepared_step *step = &program->steps[i];
    size_t operand_count = step->target_count + step->source_count;
    for (size_t operand = 0; operand < operand_count; operand++) {
      parts->operands[operand] = parts->slots[step->slots[operand]];
    }
    uint8_t **sources = parts->operands + step->target_count;
    if (step->adds) {
      add_to_targets(step, parts->operands, sources, length);
    } else {
      set_targets(step, parts->operands, sources, length);
    }
  }
}

static void place_temporaries(const okapi_ec_program *program, const scratch_parts *parts) {
  size_t first = program->sizes.input_count + program->sizes.output_count;
  for (size_t i = 0; i < program->sizes.temporary_count; i++) {
    parts->slots[first + i] = parts->temporaries + i * round_up(program->sizes.window_bytes);
  }
}

static void run_window(const okapi_ec_program *program, const scratch_parts *parts,
                       const uint8_t *const *inputs, uint8_t *const *outputs, size_t offset,
                       size_t length) {
  size_t input_count = program->sizes.input_count;
  for (size_t i = 0; i < input_count; i++) {
    parts->slots[i] = inputs[i] ? (uint8_t *)inputs[i] + offset : NULL;
  }
  for (size_t i = 0; i < program->sizes.output_count; i++) {
    parts->slots[input_count + i] = outputs[i] ? outputs[i] + offset : NULL;
  }
  run_steps(program, parts, length);
}

/* Fewer bytes than a vector: the whole program on padded copies, so that ISA-L never sees them. */
static void run_short(const okapi_ec_program *program, const scratch_parts *parts,
                      const uint8_t *const *inputs, uint8_t *const *outputs, size_t offset,
                      size_t length) {
  size_t input_count = program->sizes.input_count;
  size_t lane_count = input_count + program->sizes.output_count;
  memset(parts->lanes, 0, lane_count * OKAPI_EC_VECTOR_BYTES);
  for (size_t i = 0; i < lane_count; i++) {
    const uint8_t *bytes = i < input_count ? inputs[i] : outputs[i - input_count];
    uint8_t *lane = parts->lanes + i * OKAPI_EC_VECTOR_BYTES;
    parts->slots[i] = bytes ? lane : NULL;
    if (bytes) {
      memcpy(lane, bytes + offset, length);
    }
  }
  run_steps(program, parts, OKAPI_EC_VECTOR_BYTES);
  for (size_t i = input_count; i < lane_count; i++) {
    if (program->named[i]) {
      memcpy(outputs[i - input_count] + offset, parts->slots[i], length);
    }
  }
}

static bool outputs_are_there(const okapi_ec_program *program, uint8_t *const *outputs) {
  for (size_t i = 0; i < program->sizes.output_count; i++) {
    if (!outputs[i] && program->named[program->sizes.input_count + i]) {
      return false;
    }
  }
  return true;
}

okapi_ec_status okapi_ec_run(const okapi_ec_program *program, const uint8_t *const *inputs,
                             uint8_t *const *outputs, size_t length, void *scratch,
                             size_t scratch_bytes) {
  if (!scratch || scratch_bytes < okapi_ec_scratch_bytes(program)) {
    return OKAPI_EC_BAD_SCRATCH;
  }
  if (!outputs_are_there(program, outputs)) {
    return OKAPI_EC_NULL_OUTPUT;
  }
  scratch_parts parts = parts_of(program, scratch);
  place_temporaries(program, &parts);
  for (size_t done = 0; done < length;) {
    size_t left = length - done;
    size_t step = left < program->sizes.window_bytes ? left : program->sizes.window_bytes;
    if (step < OKAPI_EC_VECTOR_BYTES) {
      run_short(program, &parts, inputs, outputs, done, step);
    } else {
      run_window(program, &parts, inputs, outputs, done, step);
    }
    done += step;
  }
  return OKAPI_EC_OK;
}
