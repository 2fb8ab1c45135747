/* The calls of io.okapifs.ec.kernel.NativeCalls: unpack, check, call, throw. */
#include <assert.h>
#include <jni.h>
#include <stdint.h>

#include "okapi_ec.h"

static_assert(sizeof(jlong) == sizeof(uint8_t *), "Java writes addresses as longs");

static void throw_status(JNIEnv *env, okapi_ec_status status) {
  const char *name = status == OKAPI_EC_NO_MEMORY    ? "java/lang/OutOfMemoryError"
                     : status == OKAPI_EC_WRONG_CODE ? "java/lang/IllegalStateException"
                                                     : "java/lang/IllegalArgumentException";
  jclass type = (*env)->FindClass(env, name);
  if (type) {
    (*env)->ThrowNew(env, type, okapi_ec_message(status));
  }
}

static const okapi_ec_program *program_of(jlong handle) {
  return (const okapi_ec_program *)(intptr_t)handle;
}

static size_t pointers_bytes(const okapi_ec_program *program) {
  return (okapi_ec_input_buffers(program) + okapi_ec_output_buffers(program)) * sizeof(uint8_t *);
}

JNIEXPORT jint JNICALL Java_io_okapifs_ec_kernel_NativeCalls_interfaceVersion(JNIEnv *env,
                                                                              jclass type) {
  (void)env;
  (void)type;
  return OKAPI_EC_INTERFACE_VERSION;
}

JNIEXPORT jstring JNICALL Java_io_okapifs_ec_kernel_NativeCalls_isalVersion(JNIEnv *env,
                                                                            jclass type) {
  (void)type;
  return (*env)->NewStringUTF(env, okapi_ec_isal_version());
}

JNIEXPORT jstring JNICALL Java_io_okapifs_ec_kernel_NativeCalls_kernelName(JNIEnv *env,
                                                                           jclass type,
                                                                           jint index) {
  (void)type;
  const okapi_ec_kernel *kernel = okapi_ec_kernel_at((size_t)index);
  return kernel ? (*env)->NewStringUTF(env, okapi_ec_kernel_name(kernel)) : NULL;
}

JNIEXPORT jboolean JNICALL Java_io_okapifs_ec_kernel_NativeCalls_makesCode(JNIEnv *env,
                                                                           jclass type,
                                                                           jint index) {
  (void)env;
  (void)type;
  const okapi_ec_kernel *kernel = okapi_ec_kernel_at((size_t)index);
  return kernel && okapi_ec_kernel_makes_code(kernel) ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jlong JNICALL Java_io_okapifs_ec_kernel_NativeCalls_create(
    JNIEnv *env, jclass type, jint kernel_index, jint input_count, jint output_count,
    jint temporary_count, jint window_bytes, jint plane_bytes, jobject step_words,
    jobject coefficients) {
  (void)type;
  const okapi_ec_kernel *kernel = okapi_ec_kernel_at((size_t)kernel_index);
  if (!kernel) {
    throw_status(env, OKAPI_EC_NO_KERNEL);
    return 0;
  }
  const void *words = (*env)->GetDirectBufferAddress(env, step_words);
  const void *bytes = (*env)->GetDirectBufferAddress(env, coefficients);
  if (!words || !bytes || (uintptr_t)words % sizeof(uint32_t) != 0) {
    throw_status(env, OKAPI_EC_NOT_DIRECT);
    return 0;
  }
  /* A negative count becomes a huge one, which is refused. */
  okapi_ec_sizes sizes = {.input_count = (size_t)input_count,
                          .output_count = (size_t)output_count,
                          .temporary_count = (size_t)temporary_count,
                          .window_bytes = (size_t)window_bytes,
                          .plane_bytes = (size_t)plane_bytes};
  size_t words_bytes = (size_t)(*env)->GetDirectBufferCapacity(env, step_words);
  size_t coefficient_count = (size_t)(*env)->GetDirectBufferCapacity(env, coefficients);
  okapi_ec_program *program = NULL;
  okapi_ec_status status =
      okapi_ec_create(kernel, &sizes, words, words_bytes / sizeof(uint32_t), bytes,
                      coefficient_count, &program);
  if (status != OKAPI_EC_OK) {
    throw_status(env, status);
  }
  return (jlong)(intptr_t)program;
}

JNIEXPORT void JNICALL Java_io_okapifs_ec_kernel_NativeCalls_destroy(JNIEnv *env, jclass type,
                                                                     jlong handle) {
  (void)env;
  (void)type;
  okapi_ec_destroy((okapi_ec_program *)(intptr_t)handle);
}

JNIEXPORT jlong JNICALL Java_io_okapifs_ec_kernel_NativeCalls_scratchBytes(JNIEnv *env, jclass type,
                                                                           jlong handle) {
  (void)env;
  (void)type;
  const okapi_ec_program *program = program_of(handle);
  return (jlong)(pointers_bytes(program) + okapi_ec_scratch_bytes(program));
}

JNIEXPORT jlong JNICALL Java_io_okapifs_ec_kernel_NativeCalls_address(JNIEnv *env, jclass type,
                                                                      jobject buffer) {
  (void)type;
  return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

/*
 * scratch: the address of each input and output buffer, then what okapi_ec_run needs. No object is
 * handed over: to ask for the address of each costs as much as a short run.
 */
JNIEXPORT void JNICALL Java_io_okapifs_ec_kernel_NativeCalls_run(JNIEnv *env, jclass type,
                                                                 jlong handle, jint length,
                                                                 jlong scratch,
                                                                 jlong scratch_bytes) {
  (void)type;
  const okapi_ec_program *program = program_of(handle);
  uint8_t **table = (uint8_t **)(intptr_t)scratch;
  size_t table_bytes = pointers_bytes(program);
  if (!table || (uintptr_t)table % sizeof(uint8_t *) != 0 || length < 0 ||
      scratch_bytes < (jlong)table_bytes) {
    throw_status(env, OKAPI_EC_BAD_SCRATCH);
    return;
  }
  okapi_ec_status status = okapi_ec_run(
      program, (const uint8_t *const *)table, table + okapi_ec_input_buffers(program),
      (size_t)length, (uint8_t *)table + table_bytes, (size_t)scratch_bytes - table_bytes);
  if (status != OKAPI_EC_OK) {
    throw_status(env, status);
  }
}
