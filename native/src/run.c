/* Runs programs: by machine code, tile by tile, or step by step in windows. */
#include "program.h"

#include <string.h>

/* What a run touches before its outputs may go past the caches: half of a second level of today. */
#ifndef OKAPI_EC_STREAMED_BYTES_MIN
#define OKAPI_EC_STREAMED_BYTES_MIN (512 << 10)
#endif

/* So many tiles before it is computed, a tile of the inputs is asked for. */
#define TILES_AHEAD 4

/*
 * Scratch, from a vector boundary on:
 *
 *     slots       where each slot's bytes are: a place, or where its current window starts
 *     operands    what the kernel needs for the steps
 *     temporaries a tile each, or what machine code keeps there; else one window each, with planes
 *                 one for each two, as in a buffer
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
  return ec_round_up_to_vectors(ec_slot_count(&program->sizes) * bytes_per_slot);
}

static size_t temporaries_offset(const okapi_ec_program *program) {
  return operands_offset(program) + ec_round_up_to_vectors(program->step_scratch_bytes);
}

static size_t lanes_offset(const okapi_ec_program *program) {
  if (is_tiled(program)) {
    size_t tile_bytes = program->sizes.temporary_count * EC_TILE_BYTES;
    size_t code_bytes =
        program->code ? ec_round_up_to_vectors(ec_code_temporary_bytes(program->code)) : 0;
    return temporaries_offset(program) + (tile_bytes > code_bytes ? tile_bytes : code_bytes);
  }
  size_t window_count =
      ec_round_up(program->sizes.temporary_count, ec_slots_per_buffer(&program->sizes)) /
      ec_slots_per_buffer(&program->sizes);
  return temporaries_offset(program) +
         window_count * ec_round_up_to_vectors(program->sizes.window_bytes);
}

size_t okapi_ec_scratch_bytes(const okapi_ec_program *program) {
  size_t lane_count =
      is_tiled(program) ? 0 : program->sizes.input_count + program->sizes.output_count;
  return OKAPI_EC_VECTOR_BYTES + lanes_offset(program) + lane_count * OKAPI_EC_VECTOR_BYTES;
}

static scratch_parts parts_of(const okapi_ec_program *program, void *scratch) {
  uint8_t *start = (uint8_t *)ec_round_up_to_vectors((uintptr_t)scratch);
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
  return start && slot % ec_slots_per_buffer(sizes) == 1 ? start + sizes->plane_bytes : start;
}

static void place_temporaries(const okapi_ec_program *program, const scratch_parts *parts) {
  const okapi_ec_sizes *sizes = &program->sizes;
  size_t first = sizes->input_count + sizes->output_count;
  for (size_t i = 0; i < sizes->temporary_count; i++) {
    size_t window = i / ec_slots_per_buffer(sizes);
    uint8_t *start = parts->temporaries + window * ec_round_up_to_vectors(sizes->window_bytes);
    parts->slots[first + i] = slot_start(sizes, i, start);
  }
}

/* Where an input or output has its bytes from there on, or null. */
static uint8_t *buffer_slot(const okapi_ec_sizes *sizes, size_t slot, const uint8_t *const *inputs,
                            uint8_t *const *outputs, size_t from) {
  size_t per_buffer = ec_slots_per_buffer(sizes);
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
  size_t stride = ec_slots_per_buffer(sizes) * EC_TILE_BYTES;
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
  for (size_t at = 0; at < length; at += ec_slots_per_buffer(sizes) * window) {
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

void ec_run_code(const okapi_ec_program *program, const uint8_t *const *inputs,
                 uint8_t *const *outputs, size_t length, bool past_caches, void *scratch) {
  scratch_parts parts = parts_of(program, scratch);
  run_code(program, &parts, inputs, outputs, 0, length, past_caches);
}

void ec_run_tiles(const okapi_ec_program *program, const uint8_t *const *inputs,
                  uint8_t *const *outputs, size_t length, void *scratch) {
  scratch_parts parts = parts_of(program, scratch);
  run_tiled(program, &parts, inputs, outputs, 0, length);
}

static bool outputs_are_there(const okapi_ec_program *program, uint8_t *const *outputs) {
  const okapi_ec_sizes *sizes = &program->sizes;
  for (size_t i = 0; i < sizes->output_count; i++) {
    if (!outputs[i / ec_slots_per_buffer(sizes)] && program->named[sizes->input_count + i]) {
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
