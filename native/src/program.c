/* Creates programs: checks them, has the kernel prepare them, tries what was made. */
#include "program.h"

#include "operations.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_BEFORE_SLOTS 3
/* Far beyond any code, and small enough that no product of counts and sizes overflows 64 bits. */
#define COUNT_MAX ((size_t)1 << 24)

static bool planes_are_good(const okapi_ec_sizes *sizes) {
  return sizes->plane_bytes == 0 ||
         (sizes->plane_bytes == OKAPI_EC_PLANE_BYTES && sizes->input_count % 2 == 0 &&
          sizes->output_count % 2 == 0 && sizes->window_bytes % (2 * OKAPI_EC_PLANE_BYTES) == 0);
}

static bool sizes_are_good(const okapi_ec_sizes *sizes) {
  return sizes->input_count <= COUNT_MAX && sizes->output_count <= COUNT_MAX &&
         sizes->temporary_count <= COUNT_MAX && sizes->window_bytes >= OKAPI_EC_VECTOR_BYTES &&
         sizes->window_bytes <= OKAPI_EC_WINDOW_BYTES_MAX && planes_are_good(sizes);
}

/* Kernels write targets while they read sources, so they must be different slots. */
static bool slots_are_good(const okapi_ec_sizes *sizes, const uint32_t *slots, size_t target_count,
                           size_t source_count) {
  for (size_t i = 0; i < target_count + source_count; i++) {
    if (slots[i] >= ec_slot_count(sizes)) {
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

/* Reads the step at the front of the words; answers how many words it has, or 0 if it is broken. */
static size_t read_step(const uint32_t *words, size_t word_count, ec_step *step) {
  if (word_count < WORDS_BEFORE_SLOTS) {
    return 0;
  }
  *step = (ec_step){.adds = words[0] == 1,
                    .target_count = words[1],
                    .source_count = words[2],
                    .slots = words + WORDS_BEFORE_SLOTS};
  size_t operand_count = step->target_count + step->source_count;
  bool good = words[0] <= 1 && step->target_count > 0 && operand_count <= COUNT_MAX &&
              word_count - WORDS_BEFORE_SLOTS >= operand_count;
  return good ? WORDS_BEFORE_SLOTS + operand_count : 0;
}

/* Whether it reads a temporary that no step before has set; is_set: per temporary, is brought on. */
static bool reads_unset(const okapi_ec_sizes *sizes, const ec_step *step, bool *is_set) {
  size_t first = sizes->input_count + sizes->output_count;
  bool unset = false;
  size_t operand_count = step->target_count + step->source_count;
  for (size_t i = step->adds ? 0 : step->target_count; i < operand_count; i++) {
    unset = unset || (step->slots[i] >= first && !is_set[step->slots[i] - first]);
  }
  for (size_t i = 0; i < step->target_count; i++) {
    if (step->slots[i] >= first) {
      is_set[step->slots[i] - first] = true;
    }
  }
  return unset;
}

/* Walks all steps once, so that filling in the program needs no further check. */
static okapi_ec_status check_steps(const uint32_t *words, size_t word_count,
                                   size_t coefficient_count, bool *is_set,
                                   okapi_ec_program *counts) {
  size_t coefficients_used = 0;
  for (size_t at = 0; at < word_count;) {
    ec_step step;
    size_t step_words = read_step(words + at, word_count - at, &step);
    if (step_words == 0) {
      return OKAPI_EC_BAD_STEP;
    }
    coefficients_used += step.target_count * step.source_count;
    if (coefficients_used > coefficient_count) {
      return OKAPI_EC_BAD_STEP;
    }
    if (!slots_are_good(&counts->sizes, step.slots, step.target_count, step.source_count) ||
        reads_unset(&counts->sizes, &step, is_set)) {
      return OKAPI_EC_BAD_SLOT;
    }
    counts->step_count++;
    counts->table_bytes += ec_round_up_to_vectors(counts->kernel->table_bytes(&step));
    size_t scratch_bytes = ec_round_up_to_vectors(counts->kernel->scratch_bytes(&step));
    if (counts->kernel->resolve) {
      counts->step_scratch_bytes += scratch_bytes;
    } else if (scratch_bytes > counts->step_scratch_bytes) {
      counts->step_scratch_bytes = scratch_bytes;
    }
    at += step_words;
  }
  return coefficients_used == coefficient_count ? OKAPI_EC_OK : OKAPI_EC_BAD_STEP;
}

/* One more than asked for, because an empty program is no reason for a null pointer. */
static bool allocate(okapi_ec_program *program, size_t word_count) {
  program->steps = calloc(program->step_count + 1, sizeof(prepared_step));
  program->words = calloc(word_count + 1, sizeof(uint32_t));
  program->tables = aligned_alloc(OKAPI_EC_VECTOR_BYTES, ec_round_up_to_vectors(program->table_bytes + 1));
  program->named = calloc(ec_slot_count(&program->sizes) + 1, sizeof(bool));
  return program->steps && program->words && program->tables && program->named;
}

static void fill(okapi_ec_program *program, size_t word_count, const uint8_t *coefficients,
                 ec_operations *operations) {
  const uint32_t *words = program->words;
  uint8_t *tables = program->tables;
  size_t operands = 0;
  for (size_t i = 0; i < program->step_count; i++) {
    ec_step *step = &program->steps[i].step;
    size_t step_words = read_step(words, word_count, step);
    for (size_t operand = 0; operand < step->target_count + step->source_count; operand++) {
      program->named[step->slots[operand]] = true;
    }
    program->steps[i].tables = tables;
    program->steps[i].operands = operands;
    operands += ec_round_up_to_vectors(program->kernel->scratch_bytes(step));
    program->kernel->build_tables(step, coefficients, tables);
    program->adds = program->adds || step->adds;
    ec_operations_add(operations, step, coefficients);
    words += step_words;
    word_count -= step_words;
    coefficients += step->target_count * step->source_count;
    tables += ec_round_up_to_vectors(program->kernel->table_bytes(step));
  }
}

void okapi_ec_destroy(okapi_ec_program *program) {
  if (program) {
    free(program->steps);
    free(program->words);
    free(program->tables);
    free(program->named);
    ec_code_free(program->code);
    free(program);
  }
}

/* Memory for one vector of each buffer, with planes a granule, and for a run. */
typedef struct {
  size_t bytes; /* of a buffer */
  uint8_t *memory;
  uint8_t **buffers; /* inputs, then outputs once for each way to run */
  uint8_t *scratch;
} trial;

enum { BY_TILES, BY_CODE, BY_CODE_PAST_CACHES, WAYS };

static bool begin_trial(const okapi_ec_program *program, trial *begun) {
  size_t input_count = okapi_ec_input_buffers(program);
  size_t output_count = okapi_ec_output_buffers(program);
  size_t buffer_count = input_count + WAYS * output_count;
  size_t bytes = program->sizes.plane_bytes > 0 ? 2 * program->sizes.plane_bytes
                                                : OKAPI_EC_VECTOR_BYTES;
  *begun = (trial){.bytes = bytes,
                   .memory = aligned_alloc(OKAPI_EC_VECTOR_BYTES, (buffer_count + 1) * bytes),
                   .buffers = calloc(buffer_count + 1, sizeof(uint8_t *)),
                   .scratch = malloc(okapi_ec_scratch_bytes(program))};
  if (!begun->memory || !begun->buffers || !begun->scratch) {
    return false;
  }
  for (size_t i = 0; i <= buffer_count; i++) {
    begun->buffers[i] = begun->memory + i * bytes;
  }
  /* Bytes that follow no rule of a field: those of a linear congruential generator. */
  uint32_t state = 1;
  for (size_t i = 0; i < (input_count + output_count) * bytes; i++) {
    state = state * 1664525 + 1013904223;
    begun->memory[i] = (uint8_t)(state >> 24);
  }
  uint8_t *outputs = begun->buffers[input_count];
  for (size_t way = 1; way < WAYS; way++) {
    memcpy(outputs + way * output_count * bytes, outputs, output_count * bytes);
  }
  return true;
}

/* Parity is kept for years, so no code is used that was not seen to do what the steps do. */
static okapi_ec_status try_code(const okapi_ec_program *program) {
  trial tried;
  okapi_ec_status status = OKAPI_EC_NO_MEMORY;
  if (begin_trial(program, &tried)) {
    size_t output_count = okapi_ec_output_buffers(program);
    const uint8_t *const *inputs = (const uint8_t *const *)tried.buffers;
    uint8_t **by_tiles = tried.buffers + okapi_ec_input_buffers(program);
    ec_run_tiles(program, inputs, by_tiles, tried.bytes, tried.scratch);
    status = OKAPI_EC_OK;
    for (size_t way = BY_CODE; way < WAYS; way++) {
      uint8_t **by_code = by_tiles + way * output_count;
      ec_run_code(program, inputs, by_code, tried.bytes, way == BY_CODE_PAST_CACHES,
                  tried.scratch);
      if (memcmp(by_code[0], by_tiles[0], output_count * tried.bytes) != 0) {
        status = OKAPI_EC_WRONG_CODE;
      }
    }
  }
  free(tried.memory);
  free(tried.buffers);
  free(tried.scratch);
  return status;
}

/* Steps, tables, and machine code where the kernel makes some. */
static okapi_ec_status prepare(okapi_ec_program *program, size_t word_count,
                               const uint8_t *coefficients) {
  ec_operations operations = ec_operations_of(
      &program->sizes, program->kernel->multiplication, program->kernel->code_of != NULL);
  fill(program, word_count, coefficients, &operations);
  if (ec_operations_finish(&operations)) {
    program->code = program->kernel->code_of(&operations);
  }
  ec_operations_free(&operations);
  return program->code ? try_code(program) : OKAPI_EC_OK;
}

okapi_ec_status okapi_ec_create(const okapi_ec_kernel *kernel, const okapi_ec_sizes *sizes,
                                const uint32_t *step_words, size_t step_word_count,
                                const uint8_t *coefficients, size_t coefficient_count,
                                okapi_ec_program **program) {
  if (!sizes_are_good(sizes) || step_word_count > INT_MAX || coefficient_count > INT_MAX) {
    return OKAPI_EC_BAD_SIZES;
  }
  okapi_ec_program counts = {.kernel = kernel, .sizes = *sizes};
  bool *is_set = calloc(sizes->temporary_count + 1, sizeof(bool));
  if (!is_set) {
    return OKAPI_EC_NO_MEMORY;
  }
  okapi_ec_status status =
      check_steps(step_words, step_word_count, coefficient_count, is_set, &counts);
  free(is_set);
  if (status != OKAPI_EC_OK) {
    return status;
  }
  okapi_ec_program *created = malloc(sizeof *created);
  if (!created) {
    return OKAPI_EC_NO_MEMORY;
  }
  *created = counts;
  if (!allocate(created, step_word_count)) {
    okapi_ec_destroy(created);
    return OKAPI_EC_NO_MEMORY;
  }
  if (step_word_count > 0) {
    memcpy(created->words, step_words, step_word_count * sizeof(uint32_t));
  }
  status = prepare(created, step_word_count, coefficients);
  if (status != OKAPI_EC_OK) {
    okapi_ec_destroy(created);
    return status;
  }
  *program = created;
  return OKAPI_EC_OK;
}
