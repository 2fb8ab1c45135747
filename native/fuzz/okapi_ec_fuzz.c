/*
 * Programs and runs made of arbitrary bytes, for libFuzzer under ASan and UBSan: whatever is not
 * refused must stay inside its buffers, leave its inputs alone, and come out the same on every
 * kernel. Buffers have exactly the size that the run may touch.
 *
 *     byte 0..3   counts of inputs, outputs, temporaries; 1 for planes
 *     byte 4..6   window, in units of 64 bytes; length of the run, low and high byte
 *     byte 7..9   alignment; which inputs are null; which outputs are
 *     byte 10     number of words
 *     words       one byte each; 255 stands for the largest word
 *     the rest    coefficients
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "okapi_ec.h"

#define HEADER_BYTES 11
#define BUFFERS_MAX 32
#define KERNELS_MAX 5

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
  okapi_ec_sizes sizes;
  size_t length;
  size_t alignment;
  uint8_t null_inputs;
  uint8_t null_outputs;
  uint32_t words[255];
  size_t word_count;
  const uint8_t *coefficients;
  size_t coefficient_count;
} job;

typedef struct {
  uint8_t *memory[BUFFERS_MAX];
  uint8_t *buffers[BUFFERS_MAX];
  size_t count;
} block_set;

static void check(bool condition, const char *what) {
  if (!condition) {
    fprintf(stderr, "FAILED: %s\n", what);
    abort();
  }
}

static bool read_job(const uint8_t *data, size_t size, job *read) {
  if (size < HEADER_BYTES || size - HEADER_BYTES < data[10]) {
    return false;
  }
  read->sizes = (okapi_ec_sizes){.input_count = data[0] % BUFFERS_MAX,
                                 .output_count = data[1] % BUFFERS_MAX,
                                 .temporary_count = data[2],
                                 .window_bytes = (size_t)data[4] * 64,
                                 .plane_bytes = data[3] % 2 ? OKAPI_EC_PLANE_BYTES : 0};
  read->length = (size_t)data[5] + ((size_t)data[6] << 8) % 8192;
  read->alignment = data[7] % 64;
  read->null_inputs = data[8];
  read->null_outputs = data[9];
  read->word_count = data[10];
  for (size_t i = 0; i < read->word_count; i++) {
    read->words[i] = data[HEADER_BYTES + i] == 255 ? UINT32_MAX : data[HEADER_BYTES + i];
  }
  read->coefficients = data + HEADER_BYTES + read->word_count;
  read->coefficient_count = size - HEADER_BYTES - read->word_count;
  return true;
}

/* Buffers exactly as long as the run, with bytes that depend on the buffer and the place. */
static void make(block_set *made, size_t count, const job *of, uint8_t nulls, uint8_t salt) {
  size_t bytes = of->alignment + of->length;
  made->count = count;
  for (size_t i = 0; i < count; i++) {
    made->memory[i] = malloc(bytes > 0 ? bytes : 1);
    check(made->memory[i] != NULL, "memory");
    made->buffers[i] = made->memory[i] + of->alignment;
    for (size_t at = 0; at < of->length; at++) {
      made->buffers[i][at] = (uint8_t)(salt + 131 * i + 29 * at + at * at / 7);
    }
    if (nulls >> (i % 8) & 1) {
      made->buffers[i] = NULL;
    }
  }
}

static void release(block_set *made) {
  for (size_t i = 0; i < made->count; i++) {
    free(made->memory[i]);
  }
}

static bool are_same(const block_set *a, const block_set *b, size_t length) {
  for (size_t i = 0; i < a->count; i++) {
    if (a->buffers[i] && memcmp(a->buffers[i], b->buffers[i], length) != 0) {
      return false;
    }
  }
  return true;
}

static okapi_ec_status run(const job *of, const okapi_ec_program *program, block_set *inputs,
                           block_set *outputs) {
  size_t scratch_bytes = okapi_ec_scratch_bytes(program);
  uint8_t *scratch = malloc(scratch_bytes);
  check(scratch != NULL, "memory");
  check(okapi_ec_run(program, (const uint8_t *const *)inputs->buffers, outputs->buffers,
                     of->length, scratch, scratch_bytes - 1) == OKAPI_EC_BAD_SCRATCH,
        "scratch that is too small is taken");
  okapi_ec_status status =
      okapi_ec_run(program, (const uint8_t *const *)inputs->buffers, outputs->buffers, of->length,
                   scratch, scratch_bytes);
  free(scratch);
  return status;
}

/* Makes the outputs of one kernel; the caller releases them. */
static okapi_ec_status compute(const okapi_ec_kernel *kernel, const job *of, block_set *outputs) {
  okapi_ec_program *program = NULL;
  okapi_ec_status status =
      okapi_ec_create(kernel, &of->sizes, of->words, of->word_count, of->coefficients,
                      of->coefficient_count, &program);
  outputs->count = 0;
  if (status != OKAPI_EC_OK) {
    check(program == NULL, "a refused program was made");
    return status;
  }
  block_set inputs;
  block_set untouched;
  make(&inputs, okapi_ec_input_buffers(program), of, of->null_inputs, 1);
  make(&untouched, inputs.count, of, of->null_inputs, 1);
  make(outputs, okapi_ec_output_buffers(program), of, of->null_outputs, 77);
  status = run(of, program, &inputs, outputs);
  check(are_same(&inputs, &untouched, of->length), "an input was changed");
  release(&inputs);
  release(&untouched);
  okapi_ec_destroy(program);
  return status;
}

/* Temporaries that are read before they are set would hold whatever the scratch held. */
static bool reads_unset_temporaries(const job *of) {
  bool set[3 * 256] = {false};
  size_t first = of->sizes.input_count + of->sizes.output_count;
  for (size_t at = 0; at + 2 < of->word_count;) {
    size_t target_count = of->words[at + 1];
    size_t source_count = of->words[at + 2];
    if (target_count + source_count > of->word_count - at - 3) {
      return true;
    }
    const uint32_t *slots = of->words + at + 3;
    for (size_t i = of->words[at] == 1 ? 0 : target_count; i < target_count + source_count; i++) {
      if (slots[i] >= first && (slots[i] >= sizeof set || !set[slots[i]])) {
        return true;
      }
    }
    for (size_t i = 0; i < target_count; i++) {
      set[slots[i] % sizeof set] = true;
    }
    at += 3 + target_count + source_count;
  }
  return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  job of;
  if (!read_job(data, size, &of)) {
    return 0;
  }
  check(!okapi_ec_kernel_at(KERNELS_MAX), "there are more kernels than KERNELS_MAX");
  block_set results[KERNELS_MAX];
  okapi_ec_status first = OKAPI_EC_OK;
  size_t kernel_count = 0;
  for (; kernel_count < KERNELS_MAX && okapi_ec_kernel_at(kernel_count); kernel_count++) {
    block_set *outputs = &results[kernel_count];
    okapi_ec_status status = compute(okapi_ec_kernel_at(kernel_count), &of, outputs);
    first = kernel_count == 0 ? status : first;
    check(status == first, "kernels differ in what they refuse");
    if (status == OKAPI_EC_OK) {
      check(!reads_unset_temporaries(&of), "a temporary is read before it is set");
      check(are_same(&results[0], outputs, of.length), "kernels differ");
    }
  }
  for (size_t i = 0; i < kernel_count; i++) {
    release(&results[i]);
  }
  return 0;
}
