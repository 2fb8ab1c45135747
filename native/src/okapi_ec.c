/* What the library has: kernels, texts, versions. Programs are in program.c and run.c. */
#include "program.h"

#include <assert.h>
#include <isa-l.h>
#include <string.h>

static_assert(sizeof(size_t) == 8, "products of counts and sizes are computed in 64 bits");
static_assert(OKAPI_EC_WINDOW_BYTES_MAX % OKAPI_EC_VECTOR_BYTES == 0, "windows are whole vectors");

const uint8_t ec_zeros[OKAPI_EC_WINDOW_BYTES_MAX];

static const okapi_ec_kernel *const KERNELS[] = {
#ifdef OKAPI_EC_GFNI
    &ec_kernel_gfni,
    &ec_kernel_gfni_tiles,
#endif
#ifdef OKAPI_EC_AVX2
    &ec_kernel_avx2,
    &ec_kernel_avx2_tiles,
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

const okapi_ec_sizes *okapi_ec_sizes_of(const okapi_ec_program *program) {
  return &program->sizes;
}

size_t okapi_ec_input_buffers(const okapi_ec_program *program) {
  return program->sizes.input_count / ec_slots_per_buffer(&program->sizes);
}

size_t okapi_ec_output_buffers(const okapi_ec_program *program) {
  return program->sizes.output_count / ec_slots_per_buffer(&program->sizes);
}
