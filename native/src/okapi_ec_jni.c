/* The calls of io.okapifs.ec.kernel.NativeCalls: unpack, check, call, throw. */
#include <assert.h>
#include <jni.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "okapi_ec.h"

#define MESSAGE_BYTES 160

static_assert(sizeof(jlong) == sizeof(uint8_t *), "an offset is replaced by an address in place");

/* Without a slot where slot is negative. */
static void throw_status(JNIEnv *env, okapi_ec_status status, jlong slot) {
  const char *name = status == OKAPI_EC_NO_MEMORY    ? "java/lang/OutOfMemoryError"
                     : status == OKAPI_EC_WRONG_CODE ? "java/lang/IllegalStateException"
                                                     : "java/lang/IllegalArgumentException";
  char message[MESSAGE_BYTES];
  if (slot >= 0) {
    snprintf(message, sizeof message, "%s: slot=%lld", okapi_ec_message(status), (long long)slot);
  } else {
    snprintf(message, sizeof message, "%s", okapi_ec_message(status));
  }
  jclass type = (*env)->FindClass(env, name);
  if (type) {
    (*env)->ThrowNew(env, type, message);
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
    throw_status(env, OKAPI_EC_NO_KERNEL, -1);
    return 0;
  }
  const void *words = (*env)->GetDirectBufferAddress(env, step_words);
  const void *bytes = (*env)->GetDirectBufferAddress(env, coefficients);
  if (!words || !bytes || (uintptr_t)words % sizeof(uint32_t) != 0) {
    throw_status(env, OKAPI_EC_NOT_DIRECT, -1);
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
    throw_status(env, status, -1);
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

/*
 * The fields behind GetDirectBufferAddress and GetDirectBufferCapacity, which ask for the buffer's
 * class first: that costs several times as much, for every buffer of every call.
 */
static jfieldID address_field;
static jfieldID capacity_field;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *machine, void *reserved) {
  (void)reserved;
  JNIEnv *env;
  if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_10) != JNI_OK) {
    return JNI_ERR;
  }
  jclass type = (*env)->FindClass(env, "java/nio/Buffer");
  address_field = type ? (*env)->GetFieldID(env, type, "address", "J") : NULL;
  capacity_field = address_field ? (*env)->GetFieldID(env, type, "capacity", "I") : NULL;
  return capacity_field ? JNI_VERSION_10 : JNI_ERR;
}

/*
 * Replaces the offsets that Java put into the table, one jlong per buffer from first_slot on, by
 * addresses. Answers whether all buffers are what they should be; if not, it has thrown.
 * Local references are left to the end of the call, which frees all of them at once.
 */
static jboolean unpack(JNIEnv *env, jobjectArray buffers, size_t count, size_t first_slot,
                       jlong length, uint8_t **table) {
  if ((size_t)(*env)->GetArrayLength(env, buffers) != count) {
    throw_status(env, OKAPI_EC_WRONG_BUFFER_COUNT, -1);
    return JNI_FALSE;
  }
  for (size_t i = 0; i < count; i++) {
    jobject buffer = (*env)->GetObjectArrayElement(env, buffers, (jsize)i);
    uint8_t *address = NULL;
    if (buffer) {
      jlong offset;
      memcpy(&offset, table + first_slot + i, sizeof offset);
      jlong capacity = (*env)->GetIntField(env, buffer, capacity_field);
      if (offset < 0 || offset > capacity || length > capacity - offset) {
        throw_status(env, OKAPI_EC_BUFFER_TOO_SHORT, (jlong)(first_slot + i));
        return JNI_FALSE;
      }
      address = (uint8_t *)(intptr_t)(*env)->GetLongField(env, buffer, address_field) + offset;
    }
    table[first_slot + i] = address;
  }
  return JNI_TRUE;
}

/* scratch: the table of offsets, then what okapi_ec_run needs. */
JNIEXPORT void JNICALL Java_io_okapifs_ec_kernel_NativeCalls_run(JNIEnv *env, jclass type,
                                                                 jlong handle, jobjectArray inputs,
                                                                 jobjectArray outputs, jint length,
                                                                 jobject scratch) {
  (void)type;
  const okapi_ec_program *program = program_of(handle);
  uint8_t **table = (*env)->GetDirectBufferAddress(env, scratch);
  jlong scratch_bytes = (*env)->GetDirectBufferCapacity(env, scratch);
  size_t table_bytes = pointers_bytes(program);
  if (!table || (uintptr_t)table % sizeof(uint8_t *) != 0 || (size_t)scratch_bytes < table_bytes) {
    throw_status(env, OKAPI_EC_BAD_SCRATCH, -1);
    return;
  }
  if (length < 0) {
    throw_status(env, OKAPI_EC_BUFFER_TOO_SHORT, -1);
    return;
  }
  size_t input_count = okapi_ec_input_buffers(program);
  size_t output_count = okapi_ec_output_buffers(program);
  if ((*env)->EnsureLocalCapacity(env, (jint)(input_count + output_count)) != JNI_OK) {
    return;
  }
  if (!unpack(env, inputs, input_count, 0, length, table) ||
      !unpack(env, outputs, output_count, input_count, length, table)) {
    return;
  }
  okapi_ec_status status = okapi_ec_run(
      program, (const uint8_t *const *)table, table + input_count, (size_t)length,
      (uint8_t *)table + table_bytes, (size_t)scratch_bytes - table_bytes);
  if (status != OKAPI_EC_OK) {
    throw_status(env, status, -1);
  }
}
