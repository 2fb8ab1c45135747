/*
 * The calls of io.okapifs.bench.codes.NativeBench: what the benchmarks measure in C. Not in the
 * library of the jar. Sizes are the benchmark's own, which it has checked.
 */
#include <isa-l.h>
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "okapi_ec.h"

#define CALL(type, name) JNIEXPORT type JNICALL Java_io_okapifs_bench_codes_NativeBench_##name
#define BUFFERS_MAX 1024
#define LINE_BYTES 64
#define PAGE_BYTES 4096

/* The buffers of one group, which lie as Arena says. */
static void find_group(uint8_t **buffers, uint8_t *area, jint count, jint window_bytes,
                       jint group) {
  size_t gap_bytes = LINE_BYTES + (window_bytes < PAGE_BYTES ? 0 : PAGE_BYTES);
  size_t stride = (size_t)window_bytes + gap_bytes;
  for (jint i = 0; i < count; i++) {
    buffers[i] = area + ((size_t)group * (size_t)count + (size_t)i) * stride;
  }
}

CALL(void, isalTables)(JNIEnv *env, jclass type, jint input_count, jint output_count,
                       jobject tables) {
  (void)type;
  size_t coefficient_count = (size_t)(input_count + output_count) * (size_t)input_count;
  unsigned char *matrix = malloc(coefficient_count);
  if (matrix) {
    gf_gen_cauchy1_matrix(matrix, input_count + output_count, input_count);
    ec_init_tables(input_count, output_count, matrix + input_count * input_count,
                   (*env)->GetDirectBufferAddress(env, tables));
  }
  free(matrix);
}

CALL(void, isal)(JNIEnv *env, jclass type, jboolean by_avx2, jint input_count, jint output_count,
                 jobject tables, jobject inputs, jobject outputs, jint window_bytes,
                 jint first_group, jint group_count) {
  (void)type;
  unsigned char *prepared = (*env)->GetDirectBufferAddress(env, tables);
  uint8_t *input_area = (*env)->GetDirectBufferAddress(env, inputs);
  uint8_t *output_area = (*env)->GetDirectBufferAddress(env, outputs);
  uint8_t *sources[BUFFERS_MAX];
  uint8_t *targets[BUFFERS_MAX];
  for (jint group = first_group; group < first_group + group_count; group++) {
    find_group(sources, input_area, input_count, window_bytes, group);
    find_group(targets, output_area, output_count, window_bytes, group);
    if (by_avx2) {
      ec_encode_data_avx2(window_bytes, input_count, output_count, prepared, sources, targets);
    } else {
      ec_encode_data(window_bytes, input_count, output_count, prepared, sources, targets);
    }
  }
}

CALL(void, copy)(JNIEnv *env, jclass type, jobject inputs, jobject outputs, jlong offset,
                 jlong length) {
  (void)type;
  const uint8_t *input_area = (*env)->GetDirectBufferAddress(env, inputs);
  uint8_t *output_area = (*env)->GetDirectBufferAddress(env, outputs);
  memcpy(output_area + offset, input_area + offset, (size_t)length);
}

/* A program and the scratch of the one thread that runs it. Lives as long as the process. */
typedef struct {
  okapi_ec_program *program;
  size_t scratch_bytes;
  void *scratch;
} runnable;

CALL(jlong, program)(JNIEnv *env, jclass type, jstring kernel, jint input_count,
                     jint output_count, jint window_bytes, jobject coefficients) {
  (void)type;
  uint32_t words[3 + 2 * BUFFERS_MAX] = {0, (uint32_t)output_count, (uint32_t)input_count};
  for (jint i = 0; i < input_count + output_count; i++) {
    words[3 + i] = (uint32_t)(i < output_count ? input_count + i : i - output_count);
  }
  okapi_ec_sizes sizes = {.input_count = (size_t)input_count,
                          .output_count = (size_t)output_count,
                          .window_bytes = (size_t)window_bytes};
  const char *name = (*env)->GetStringUTFChars(env, kernel, NULL);
  runnable *made = calloc(1, sizeof *made);
  okapi_ec_status status = okapi_ec_create(
      okapi_ec_kernel_named(name), &sizes, words, (size_t)(3 + input_count + output_count),
      (*env)->GetDirectBufferAddress(env, coefficients), (size_t)(input_count * output_count),
      &made->program);
  (*env)->ReleaseStringUTFChars(env, kernel, name);
  if (status != OKAPI_EC_OK) {
    (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalArgumentException"),
                     okapi_ec_message(status));
    return 0;
  }
  made->scratch_bytes = okapi_ec_scratch_bytes(made->program);
  made->scratch = malloc(made->scratch_bytes);
  return (jlong)(intptr_t)made;
}

CALL(void, run)(JNIEnv *env, jclass type, jlong program, jobject inputs, jobject outputs,
                jint window_bytes, jint first_group, jint group_count) {
  (void)type;
  runnable *made = (runnable *)(intptr_t)program;
  const okapi_ec_sizes *sizes = okapi_ec_sizes_of(made->program);
  uint8_t *input_area = (*env)->GetDirectBufferAddress(env, inputs);
  uint8_t *output_area = (*env)->GetDirectBufferAddress(env, outputs);
  uint8_t *sources[BUFFERS_MAX];
  uint8_t *targets[BUFFERS_MAX];
  for (jint group = first_group; group < first_group + group_count; group++) {
    find_group(sources, input_area, (jint)sizes->input_count, window_bytes, group);
    find_group(targets, output_area, (jint)sizes->output_count, window_bytes, group);
    okapi_ec_run(made->program, (const uint8_t *const *)sources, targets, (size_t)window_bytes,
                 made->scratch, made->scratch_bytes);
  }
}
