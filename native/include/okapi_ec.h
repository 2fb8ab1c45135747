/*
 * Linear programs over GF(2^8), polynomial 0x11d, run by the kernels that this machine has.
 *
 * A program has slots, numbered inputs first, then outputs, then temporaries, and steps
 *
 *     targets  = coefficients x sources        (set)
 *     targets += coefficients x sources        (add, which is XOR)
 *
 * that run in order. Byte i of a slot depends only on bytes i of other slots, so a program is run
 * in windows or tiles, and its temporaries are as long as these.
 *
 * With plane_bytes = 0 a slot is a buffer. Else buffers are granules of two planes, low and high
 * bytes of symbols of two bytes, and slots are planes: input slots 2i and 2i + 1 are the planes of
 * input buffer i, and outputs likewise. Counts always count slots.
 *
 *     buffer i   | low 0 | high 0 | low 1 | high 1 | ..     each plane_bytes long
 *
 * Sizes are in bytes, counts in slots or elements. Every function that answers with a status checks
 * the numbers it is given, and has changed nothing unless it answers OKAPI_EC_OK. Pointers are
 * trusted: null is allowed only where it says so.
 *
 * Threads: any thread may call any function. A program is constant once created; any number of
 * threads may run it at a time, each with its own scratch and outputs. It must not be destroyed
 * while it runs. Kernels and texts are constants of the library.
 */
#ifndef OKAPI_EC_H
#define OKAPI_EC_H

#include <stddef.h>
#include <stdint.h>

/* Changes with the JNI calls and what they mean, so that Java refuses another build's library. */
#define OKAPI_EC_INTERFACE_VERSION 4

#define OKAPI_EC_VECTOR_BYTES 64

/* The one size of planes, so that a plane is a tile of the kernels. */
#define OKAPI_EC_PLANE_BYTES 256

#define OKAPI_EC_WINDOW_BYTES_MAX 65536

/* The functions below say which of these they answer; the others come from the JNI calls alone. */
typedef enum {
  OKAPI_EC_OK = 0,
  OKAPI_EC_NO_MEMORY,
  OKAPI_EC_BAD_SIZES,
  OKAPI_EC_BAD_STEP,
  OKAPI_EC_BAD_SLOT,
  OKAPI_EC_NULL_OUTPUT,
  OKAPI_EC_BAD_SCRATCH,
  OKAPI_EC_NOT_DIRECT,
  OKAPI_EC_BAD_LENGTH,
  OKAPI_EC_NO_KERNEL,
  OKAPI_EC_WRONG_CODE
} okapi_ec_status;

/*
 * The shape of a program. At most window_bytes of each buffer are run at a time by kernels that run
 * step by step: 64 .. OKAPI_EC_WINDOW_BYTES_MAX, with planes whole granules. Others run all steps
 * over a tile of 256 bytes at a time, or as machine code over a vector at a time. plane_bytes: 0 or OKAPI_EC_PLANE_BYTES,
 * and then the counts of inputs and outputs are even.
 */
typedef struct {
  size_t input_count;
  size_t output_count;
  size_t temporary_count;
  size_t window_bytes;
  size_t plane_bytes;
} okapi_ec_sizes;

typedef struct okapi_ec_program okapi_ec_program;
typedef struct okapi_ec_kernel okapi_ec_kernel;

/* One lower-case sentence for people; never null. */
const char *okapi_ec_message(okapi_ec_status status);

/* The version of ISA-L that this was compiled against, such as "2.30.0". */
const char *okapi_ec_isal_version(void);

/*
 * The kernels that run on this machine, fastest first; null from their number on.
 * "gfni" needs AVX-512 and GFNI, "avx2" needs AVX2; both make machine code of each program that is
 * not too long. "gfni-tiles" and "avx2-tiles" are the same without; "isal" is ISA-L and runs on every
 * x86-64.
 */
const okapi_ec_kernel *okapi_ec_kernel_at(size_t index);

/* The kernel of that name; null where there is none on this machine. */
const okapi_ec_kernel *okapi_ec_kernel_named(const char *name);

const char *okapi_ec_kernel_name(const okapi_ec_kernel *kernel);

/*
 * Whether it makes machine code of programs, which keeps sums in registers from step to step: then
 * the program with the fewest products is the fastest one, whatever its steps are.
 */
int okapi_ec_kernel_makes_code(const okapi_ec_kernel *kernel);

/*
 * Prepares a program: checks it, copies it, builds the kernel's tables. The caller keeps its
 * arguments and destroys the program.
 *
 * step_words: for each step 0 (set) or 1 (add), the number of targets, the number of sources, the
 * targets, the sources. A step has at least one target; without sources it clears its targets, or
 * adds nothing. No target is an input, or appears twice, or among the sources. A temporary is set
 * before it is read or added to.
 * coefficients: for each step one row per target of one byte per source.
 *
 * Sets *program where it answers OKAPI_EC_OK. Otherwise:
 *   OKAPI_EC_BAD_SIZES   counts or window_bytes or plane_bytes out of range
 *   OKAPI_EC_BAD_STEP    a step that is cut off, has no target or is neither set nor add, or not as
 *                        many coefficients as the steps need
 *   OKAPI_EC_BAD_SLOT    a slot that does not exist, a target that must not be one, or a temporary
 *                        that is not set yet
 *   OKAPI_EC_WRONG_CODE  the kernel's machine code of the program is not what the steps are, by
 *                        a trial run of both: a fault of this library, another kernel may be used
 *   OKAPI_EC_NO_MEMORY
 */
okapi_ec_status okapi_ec_create(const okapi_ec_kernel *kernel, const okapi_ec_sizes *sizes,
                                const uint32_t *step_words, size_t step_word_count,
                                const uint8_t *coefficients, size_t coefficient_count,
                                okapi_ec_program **program);

/* Frees a program; null is allowed. */
void okapi_ec_destroy(okapi_ec_program *program);

/* The shape of a program, its own as long as it exists. */
const okapi_ec_sizes *okapi_ec_sizes_of(const okapi_ec_program *program);

/* How many buffers a run takes: with planes half as many as there are slots. */
size_t okapi_ec_input_buffers(const okapi_ec_program *program);
size_t okapi_ec_output_buffers(const okapi_ec_program *program);

/* How many bytes of scratch memory one run needs. */
size_t okapi_ec_scratch_bytes(const okapi_ec_program *program);

/*
 * Runs the program over length bytes of every input and output buffer: any number, with planes
 * whole granules, and any alignment. A null input stands for zeros; an output may be null if no
 * step names it. Outputs must not overlap any other buffer.
 * scratch: memory of this thread, of any alignment and content. Allocates nothing.
 *
 * Answers, before a byte is written:
 *   OKAPI_EC_BAD_SCRATCH  null, or fewer than okapi_ec_scratch_bytes
 *   OKAPI_EC_NULL_OUTPUT  an output that a step names
 *   OKAPI_EC_BAD_LENGTH   with planes, not whole granules
 */
okapi_ec_status okapi_ec_run(const okapi_ec_program *program, const uint8_t *const *inputs,
                             uint8_t *const *outputs, size_t length, void *scratch,
                             size_t scratch_bytes);

#endif
