#include "okapi_ec.h"

#include "kernels.h"
#include "operations.h"

#include <assert.h>
#include <isa-l.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_BEFORE_SLOTS 3
/* Far beyond any code, and small enough that no product of counts and sizes overflows 64 bits. */
#define COUNT_MAX ((size_t)1 << 24)

/* What a run touches before its outputs may go past the caches: half of a second level of today. */
#ifndef OKAPI_EC_STREAMED_BYTES_MIN
#define OKAPI_EC_STREAMED_BYTES_MIN (512 << 10)
#endif

/* So many tiles before it is computed, a tile of the inputs is asked for. */
#define TILES_AHEAD 4

static_assert(sizeof(size_t) == 8, "products of counts and sizes are computed in 64 bits");
static_assert(OKAPI_EC_WINDOW_BYTES_MAX % OKAPI_EC_VECTOR_BYTES == 0, "windows are whole vectors");

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

const uint8_t ec_zeros[OKAPI_EC_WINDOW_BYTES_MAX];

static const okapi_ec_kernel *const KERNELS[] = {
#ifdef OKAPI_EC_GFNI
    &ec_kernel_gfni,
    &ec_kernel_gfni_tiles,
#endif
#ifdef OKAPI_EC_AVX2
    &ec_kernel_avx2,
#endif
    &ec_kernel_isal,
};
#define KERNEL_COUNT (sizeof KERNELS / sizeof KERNELS[0])

const okapi_ec_kernel *okapi_ec_kernel_at(size_t index) {
  for (size_t i = 0; i < KERNEL_COUNT; i++) {
    if (KERNELS[i]->is_supported() && index-- == 0) {
      return KERNELS[i];
    }
  }
  return NULL;
}

const okapi_ec_kernel *okapi_ec_kernel_named(const char *name) {
  for (size_t i = 0; i < KERNEL_COUNT; i++) {
    if (strcmp(KERNELS[i]->name, name) == 0 && KERNELS[i]->is_supported()) {
      return KERNELS[i];
    }
  }
  return NULL;
}

const char *okapi_ec_kernel_name(const okapi_ec_kernel *kernel) {
  return kernel->name;
}

int okapi_ec_kernel_makes_code(const okapi_ec_kernel *kernel) {
  return kernel->code_of != NULL;
}

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
    case OKAPI_EC_BAD_LENGTH:
      return "length of a native run with planes is not whole granules";
    case OKAPI_EC_NO_KERNEL:
      return "no such native kernel";
    case OKAPI_EC_WRONG_CODE:
      return "machine code of a native program does not compute what its steps do";
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
  return ec_round_up(bytes, OKAPI_EC_VECTOR_BYTES);
}

static size_t slots_per_buffer(const okapi_ec_sizes *sizes) {
  return sizes->plane_bytes == 0 ? 1 : 2;
}

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
    counts->table_bytes += round_up(counts->kernel->table_bytes(&step));
    size_t scratch_bytes = round_up(counts->kernel->scratch_bytes(&step));
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
  program->tables = aligned_alloc(OKAPI_EC_VECTOR_BYTES, round_up(program->table_bytes + 1));
  program->named = calloc(slot_count_of(&program->sizes) + 1, sizeof(bool));
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
    operands += round_up(program->kernel->scratch_bytes(step));
    program->kernel->build_tables(step, coefficients, tables);
    program->adds = program->adds || step->adds;
    ec_operations_add(operations, step, coefficients);
    words += step_words;
    word_count -= step_words;
    coefficients += step->target_count * step->source_count;
    tables += round_up(program->kernel->table_bytes(step));
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

const okapi_ec_sizes *okapi_ec_sizes_of(const okapi_ec_program *program) {
  return &program->sizes;
}

size_t okapi_ec_input_buffers(const okapi_ec_program *program) {
  return program->sizes.input_count / slots_per_buffer(&program->sizes);
}

size_t okapi_ec_output_buffers(const okapi_ec_program *program) {
  return program->sizes.output_count / slots_per_buffer(&program->sizes);
}

/*
 * Scratch, from a vector boundary on:
 *
 *     slots       where each slot's bytes are: a place, or where its current window starts
 *     operands    what the kernel needs for the steps
 *     temporaries a tile each; else one window each, with planes one for each two, as in a buffer
 *     lanes       one vector for each input and output: the padded copies of a short run
 *
 * Who runs tile by tile needs no lanes.
 */
typedef struct {
  uint8_t **slots;
  ec_place *places;
  uint8_t *operands;
  uint8_t *temporaries;
  uint8_t *lanes;
} scratch_parts;

static bool is_tiled(const okapi_ec_program *program) {
  return program->kernel->resolve != NULL;
}

static size_t operands_offset(const okapi_ec_program *program) {
  size_t bytes_per_slot = is_tiled(program) ? sizeof(ec_place) : sizeof(uint8_t *);
  return round_up(slot_count_of(&program->sizes) * bytes_per_slot);
}

static size_t temporaries_offset(const okapi_ec_program *program) {
  return operands_offset(program) + round_up(program->step_scratch_bytes);
}

static size_t lanes_offset(const okapi_ec_program *program) {
  if (is_tiled(program)) {
    return temporaries_offset(program) +
           (program->sizes.temporary_count + EC_PRODUCT_SLOTS) * EC_TILE_BYTES;
  }
  size_t window_count =
      ec_round_up(program->sizes.temporary_count, slots_per_buffer(&program->sizes)) /
      slots_per_buffer(&program->sizes);
  return temporaries_offset(program) + window_count * round_up(program->sizes.window_bytes);
}

size_t okapi_ec_scratch_bytes(const okapi_ec_program *program) {
  size_t lane_count =
      is_tiled(program) ? 0 : program->sizes.input_count + program->sizes.output_count;
  return OKAPI_EC_VECTOR_BYTES + lanes_offset(program) + lane_count * OKAPI_EC_VECTOR_BYTES;
}

static scratch_parts parts_of(const okapi_ec_program *program, void *scratch) {
  uint8_t *start = (uint8_t *)round_up((uintptr_t)scratch);
  return (scratch_parts){.slots = (uint8_t **)(void *)start,
                         .places = (ec_place *)(void *)start,
                         .operands = start + operands_offset(program),
                         .temporaries = start + temporaries_offset(program),
                         .lanes = start + lanes_offset(program)};
}

static void run_steps(const okapi_ec_program *program, const scratch_parts *parts, ec_span span) {
  for (size_t i = 0; i < program->step_count; i++) {
    const prepared_step *prepared = &program->steps[i];
    program->kernel->run(&prepared->step, prepared->tables, parts->slots, span, parts->operands);
  }
}

/* The slot's bytes in a buffer that begins at start, or null. */
static uint8_t *slot_start(const okapi_ec_sizes *sizes, size_t slot, uint8_t *start) {
  return start && slot % slots_per_buffer(sizes) == 1 ? start + sizes->plane_bytes : start;
}

static void place_temporaries(const okapi_ec_program *program, const scratch_parts *parts) {
  const okapi_ec_sizes *sizes = &program->sizes;
  size_t first = sizes->input_count + sizes->output_count;
  for (size_t i = 0; i < sizes->temporary_count; i++) {
    size_t window = i / slots_per_buffer(sizes);
    uint8_t *start = parts->temporaries + window * round_up(sizes->window_bytes);
    parts->slots[first + i] = slot_start(sizes, i, start);
  }
}

/* Where an input or output has its bytes from there on, or null. */
static uint8_t *buffer_slot(const okapi_ec_sizes *sizes, size_t slot, const uint8_t *const *inputs,
                            uint8_t *const *outputs, size_t from) {
  size_t per_buffer = slots_per_buffer(sizes);
  bool is_input = slot < sizes->input_count;
  uint8_t *buffer = is_input ? (uint8_t *)inputs[slot / per_buffer]
                             : outputs[(slot - sizes->input_count) / per_buffer];
  return buffer ? slot_start(sizes, slot, buffer + from) : NULL;
}

/* From offset to end. */
static void run_window(const okapi_ec_program *program, const scratch_parts *parts,
                       const uint8_t *const *inputs, uint8_t *const *outputs, size_t offset,
                       size_t end) {
  const okapi_ec_sizes *sizes = &program->sizes;
  for (size_t i = 0; i < sizes->input_count + sizes->output_count; i++) {
    parts->slots[i] = buffer_slot(sizes, i, inputs, outputs, offset);
  }
  size_t bytes = end - offset;
  ec_span span = {.block_bytes = bytes, .block_count = 1, .stride = bytes};
  if (sizes->plane_bytes > 0) {
    size_t granule = 2 * sizes->plane_bytes;
    span.block_bytes = sizes->plane_bytes;
    span.block_count = bytes / granule;
    span.stride = granule;
  }
  run_steps(program, parts, span);
}

/* Fewer bytes than the kernel can do: the whole program on padded copies. Never with planes. */
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
  run_steps(program, parts,
            (ec_span){.block_bytes = OKAPI_EC_VECTOR_BYTES,
                      .block_count = 1,
                      .stride = OKAPI_EC_VECTOR_BYTES});
  for (size_t i = input_count; i < lane_count; i++) {
    if (program->named[i]) {
      memcpy(outputs[i - input_count] + offset, parts->slots[i], length);
    }
  }
}

/* Whether a run of that length touches more than the caches keep until somebody reads it. */
static bool is_streamed(const okapi_ec_program *program, size_t length) {
  size_t buffers = okapi_ec_input_buffers(program) + okapi_ec_output_buffers(program);
  return length >= OKAPI_EC_STREAMED_BYTES_MIN / (buffers + 1);
}

/*
 * Storing past the caches saves reading what is overwritten, a sixth of the traffic of 10 + 4. It
 * is for outputs that would be displaced before anyone reads them, and that are not added to.
 */
static bool streams(const okapi_ec_program *program, size_t length) {
  return !program->adds && program->sizes.plane_bytes == 0 && length >= OKAPI_EC_VECTOR_BYTES &&
         is_streamed(program, length);
}

/* Where the bytes of all slots are, for a run from there on. */
static void place_slots(const okapi_ec_program *program, const scratch_parts *parts,
                        const uint8_t *const *inputs, uint8_t *const *outputs, size_t from) {
  const okapi_ec_sizes *sizes = &program->sizes;
  size_t buffer_slots = sizes->input_count + sizes->output_count;
  for (size_t i = 0; i < buffer_slots; i++) {
    parts->places[i] = (ec_place){.start = buffer_slot(sizes, i, inputs, outputs, from),
                                  .mask = SIZE_MAX};
  }
  for (size_t i = 0; i < sizes->temporary_count; i++) {
    parts->places[buffer_slots + i] = (ec_place){.start = parts->temporaries + i * EC_TILE_BYTES,
                                                 .mask = EC_TILE_BYTES - 1};
  }
}

static void run_steps_at(const okapi_ec_program *program, const scratch_parts *parts, size_t at,
                         size_t bytes, ec_ahead *ahead) {
  for (size_t i = 0; i < program->step_count; i++) {
    const prepared_step *prepared = &program->steps[i];
    program->kernel->run_resolved(&prepared->step, parts->operands + prepared->operands, at, bytes,
                                  ahead);
  }
}

/*
 * All steps over a tile of every slot, then over the next one. More inputs than the processor can
 * follow are asked for some tiles before, where they do not fit into the caches.
 */
static void run_tiled(const okapi_ec_program *program, const scratch_parts *parts,
                      const uint8_t *const *inputs, uint8_t *const *outputs, size_t from,
                      size_t length) {
  const okapi_ec_sizes *sizes = &program->sizes;
  bool past_caches = program->step_count == 1 && streams(program, length);
  place_slots(program, parts, inputs, outputs, from);
  for (size_t i = 0; i < program->step_count; i++) {
    const prepared_step *prepared = &program->steps[i];
    program->kernel->resolve(&prepared->step, prepared->tables, parts->places, past_caches,
                             parts->operands + prepared->operands);
  }
  if (program->step_count == 1 && sizes->plane_bytes == 0) {
    run_steps_at(program, parts, 0, length, NULL);
    return;
  }
  size_t stride = slots_per_buffer(sizes) * EC_TILE_BYTES;
  bool fetches = program->step_count > 1 && is_streamed(program, length);
  for (size_t at = 0; at < length; at += stride) {
    size_t left = length - at;
    size_t bytes = left < EC_TILE_BYTES ? left : EC_TILE_BYTES;
    ec_ahead ahead = {.inputs = inputs,
                      .input_count = okapi_ec_input_buffers(program),
                      .at = from + at + TILES_AHEAD * stride,
                      .bytes = stride};
    bool fits = left > (TILES_AHEAD + 1) * stride;
    run_steps_at(program, parts, at, bytes, fetches && fits ? &ahead : NULL);
  }
}

/* By machine code, whole vectors; zeros are read where an input is null. */
static void run_code(const okapi_ec_program *program, const scratch_parts *parts,
                     const uint8_t *const *inputs, uint8_t *const *outputs, size_t from,
                     size_t length, bool past_caches) {
  const okapi_ec_sizes *sizes = &program->sizes;
  size_t window = sizes->plane_bytes > 0 ? sizes->plane_bytes : OKAPI_EC_WINDOW_BYTES_MAX;
  for (size_t at = 0; at < length; at += slots_per_buffer(sizes) * window) {
    for (size_t i = 0; i < sizes->input_count + sizes->output_count; i++) {
      uint8_t *start = buffer_slot(sizes, i, inputs, outputs, from + at);
      parts->slots[i] = start ? start : (uint8_t *)ec_zeros;
    }
    size_t left = length - at;
    ec_code_run(program->code, parts->slots, left < window ? left : window, past_caches,
                parts->temporaries);
  }
}

/* How many bytes are before the first vector boundary of every output; -1 if they do not agree. */
static ptrdiff_t bytes_before_vectors(const okapi_ec_program *program, uint8_t *const *outputs) {
  ptrdiff_t bytes = -1;
  for (size_t i = 0; i < okapi_ec_output_buffers(program); i++) {
    ptrdiff_t before = (ptrdiff_t)(-(uintptr_t)outputs[i] % OKAPI_EC_VECTOR_BYTES);
    if (outputs[i] && bytes >= 0 && before != bytes) {
      return -1;
    }
    bytes = outputs[i] ? before : bytes;
  }
  return bytes;
}

/* Machine code knows whole vectors alone; what is before and behind them is run by tiles. */
static void run_mixed(const okapi_ec_program *program, const scratch_parts *parts,
                      const uint8_t *const *inputs, uint8_t *const *outputs, size_t length) {
  ptrdiff_t before = streams(program, length) ? bytes_before_vectors(program, outputs) : -1;
  size_t head = before > 0 ? (size_t)before : 0;
  size_t end = length - (length - head) % OKAPI_EC_VECTOR_BYTES;
  if (head > 0) {
    run_tiled(program, parts, inputs, outputs, 0, head);
  }
  if (head < end) {
    run_code(program, parts, inputs, outputs, head, end - head, before >= 0);
  }
  if (end < length) {
    run_tiled(program, parts, inputs, outputs, end, length - end);
  }
}

/* Memory for one vector of each buffer, with planes a granule, and for a run. */
typedef struct {
  size_t bytes; /* of a buffer */
  uint8_t *memory;
  uint8_t **buffers; /* inputs, outputs by machine code, outputs by tiles */
  uint8_t *scratch;
} trial;

static bool begin_trial(const okapi_ec_program *program, trial *begun) {
  size_t input_count = okapi_ec_input_buffers(program);
  size_t output_count = okapi_ec_output_buffers(program);
  size_t buffer_count = input_count + 2 * output_count;
  size_t bytes = program->sizes.plane_bytes > 0 ? 2 * program->sizes.plane_bytes
                                                : OKAPI_EC_VECTOR_BYTES;
  *begun = (trial){.bytes = bytes,
                   .memory = calloc(buffer_count + 1, bytes),
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
  memcpy(begun->buffers[input_count + output_count], begun->buffers[input_count],
         output_count * bytes);
  return true;
}

/* Parity is kept for years, so no code is used that was not seen to do what the steps do. */
static okapi_ec_status try_code(const okapi_ec_program *program) {
  trial tried;
  okapi_ec_status status = OKAPI_EC_NO_MEMORY;
  if (begin_trial(program, &tried)) {
    size_t output_count = okapi_ec_output_buffers(program);
    const uint8_t *const *inputs = (const uint8_t *const *)tried.buffers;
    uint8_t **by_code = tried.buffers + okapi_ec_input_buffers(program);
    uint8_t **by_tiles = by_code + output_count;
    scratch_parts parts = parts_of(program, tried.scratch);
    run_code(program, &parts, inputs, by_code, 0, tried.bytes, false);
    run_tiled(program, &parts, inputs, by_tiles, 0, tried.bytes);
    bool same = memcmp(by_code[0], by_tiles[0], output_count * tried.bytes) == 0;
    status = same ? OKAPI_EC_OK : OKAPI_EC_WRONG_CODE;
  }
  free(tried.memory);
  free(tried.buffers);
  free(tried.scratch);
  return status;
}

/* Steps, tables, and machine code where the kernel makes some. */
static okapi_ec_status prepare(okapi_ec_program *program, size_t word_count,
                               const uint8_t *coefficients) {
  ec_operations operations = ec_operations_of(&program->sizes, program->kernel->code_of != NULL);
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

static bool outputs_are_there(const okapi_ec_program *program, uint8_t *const *outputs) {
  const okapi_ec_sizes *sizes = &program->sizes;
  for (size_t i = 0; i < sizes->output_count; i++) {
    if (!outputs[i / slots_per_buffer(sizes)] && program->named[sizes->input_count + i]) {
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
  if (program->sizes.plane_bytes > 0 && length % (2 * program->sizes.plane_bytes) != 0) {
    return OKAPI_EC_BAD_LENGTH;
  }
  scratch_parts parts = parts_of(program, scratch);
  if (is_tiled(program)) {
    if (program->code) {
      run_mixed(program, &parts, inputs, outputs, length);
    } else {
      run_tiled(program, &parts, inputs, outputs, 0, length);
    }
    return OKAPI_EC_OK;
  }
  place_temporaries(program, &parts);
  for (size_t done = 0; done < length;) {
    size_t left = length - done;
    size_t step = left < program->sizes.window_bytes ? left : program->sizes.window_bytes;
    if (step < program->kernel->block_bytes_min) {
      run_short(program, &parts, inputs, outputs, done, step);
    } else {
      run_window(program, &parts, inputs, outputs, done, done + step);
    }
    done += step;
  }
  return OKAPI_EC_OK;
}
