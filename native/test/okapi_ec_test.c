/*
 * Compares every path of okapi_ec, with every kernel of this machine, with multiplication by its
 * definition, and with ISA-L's plain-C twin. ISA-L is assembler, which sanitizers do not see: each
 * buffer therefore ends, or starts, at a page that must not be touched, and is surrounded by bytes
 * that must not change.
 *
 *     okapi_ec_test                  all of it
 *     okapi_ec_test --prove-alarm    the comparison must find faults put in on purpose
 */
#include <assert.h>
#include <isa-l.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernels.h"
#include "operations.h"

#define SLOTS_MAX 16
#define PAGE_BYTES 4096
#define BUFFER_BYTES ((size_t)4 * PAGE_BYTES)
#define LENGTH_MAX (BUFFER_BYTES - 256)
#define SHORT_LENGTH_MAX 200
#define GUARD_BYTES 64
/* Under sanitizers, which take many times as long, each length has every fifth alignment in turn. */
#ifdef __SANITIZE_ADDRESS__
#define ALIGNMENTS_BETWEEN 5
#else
#define ALIGNMENTS_BETWEEN 1
#endif
#define ARRAY_COUNT(array) (sizeof(array) / sizeof((array)[0]))

static_assert(SHORT_LENGTH_MAX > 3 * OKAPI_EC_VECTOR_BYTES, "three vectors and a tail are short");

typedef enum { NO_FAULT, WRONG_BIT, BYTE_TOO_FAR, CHANGED_INPUT } fault;
static const char *const FAULT_NAMES[] = {"no fault", "wrong bit", "byte too far", "changed input"};

typedef struct {
  const char *name;
  okapi_ec_sizes sizes;
  uint32_t words[48];
  size_t word_count;
  uint8_t coefficients[64];
  size_t coefficient_count;
  bool null_input[SLOTS_MAX];
} test_case;

#define SET 0
#define ADD 1
#define PLANE OKAPI_EC_PLANE_BYTES
#define CASE(text, inputs, outputs, temporaries, words_in_braces, bytes_in_braces, ...)     \
  {.name = text, .sizes = {inputs, outputs, temporaries, 192, 0},                           \
   .words = words_in_braces, .word_count = ARRAY_COUNT(((uint32_t[])words_in_braces)),      \
   .coefficients = bytes_in_braces,                                                         \
   .coefficient_count = ARRAY_COUNT(((uint8_t[])bytes_in_braces)), __VA_ARGS__}
#define PLANES(text, inputs, outputs, temporaries, words_in_braces, bytes_in_braces, ...)   \
  {.name = text, .sizes = {inputs, outputs, temporaries, 4 * PLANE, PLANE},                 \
   .words = words_in_braces, .word_count = ARRAY_COUNT(((uint32_t[])words_in_braces)),      \
   .coefficients = bytes_in_braces,                                                         \
   .coefficient_count = ARRAY_COUNT(((uint8_t[])bytes_in_braces)), __VA_ARGS__}
#define LIST(...) {__VA_ARGS__}

static const test_case CASES[] = {
    CASE("set one from one", 1, 1, 0, LIST(SET, 1, 1, 1, 0), LIST(0x8e), .null_input = {0}),
    CASE("set 1 of 6", 6, 1, 0, LIST(SET, 1, 6, 6, 0, 1, 2, 3, 4, 5), LIST(1, 1, 1, 1, 1, 1),
         .null_input = {0}),
    CASE("set 3 of 6", 6, 3, 0, LIST(SET, 3, 6, 6, 7, 8, 0, 1, 2, 3, 4, 5),
         LIST(1, 2, 3, 4, 5, 6, 7, 80, 9, 10, 11, 12, 255, 254, 0, 252, 251, 250),
         .null_input = {0}),
    CASE("set 7 of 2", 2, 7, 0, LIST(SET, 7, 2, 2, 3, 4, 5, 6, 7, 8, 0, 1),
         LIST(9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 11, 12, 113, 14), .null_input = {0}),
    CASE("set with zeros", 4, 2, 0, LIST(SET, 2, 4, 4, 5, 3, 1, 2, 0),
         LIST(21, 22, 23, 24, 25, 26, 27, 28), .null_input = {true, false, true, false}),
    CASE("set from zeros alone", 2, 2, 0, LIST(SET, 2, 2, 3, 2, 0, 1), LIST(3, 4, 5, 6),
         .null_input = {true, true}),
    CASE("add one to 3", 1, 3, 0, LIST(ADD, 3, 1, 1, 2, 3, 0), LIST(77, 78, 79), .null_input = {0}),
    CASE("add 3 to 2", 3, 2, 0, LIST(ADD, 2, 3, 4, 3, 0, 1, 2), LIST(31, 32, 33, 34, 35, 36),
         .null_input = {false, true, false}),
    CASE("add one to 8", 1, 8, 0, LIST(ADD, 8, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0),
         LIST(1, 2, 3, 4, 5, 6, 7, 8), .null_input = {0}),
    CASE("clear, add nothing", 1, 2, 0, LIST(SET, 1, 0, 1, ADD, 1, 0, 2, ADD, 1, 1, 1, 0), LIST(5),
         .null_input = {0}),
    CASE("temporaries", 2, 2, 2,
         LIST(SET, 2, 2, 4, 5, 0, 1, ADD, 1, 1, 4, 5, SET, 2, 2, 3, 2, 5, 4, ADD, 1, 2, 2, 0, 3),
         LIST(41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51), .null_input = {0}),
    CASE("an untouched output", 1, 2, 0, LIST(SET, 1, 1, 2, 0), LIST(99), .null_input = {0}),
    CASE("set 4 of 5", 5, 4, 0, LIST(SET, 4, 5, 5, 6, 7, 8, 0, 1, 2, 3, 4),
         LIST(1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
         .null_input = {false, false, false, true, false}),
    CASE("add 5 of 3 with holes", 3, 5, 0, LIST(ADD, 5, 3, 3, 4, 5, 6, 7, 0, 1, 2),
         LIST(0, 1, 200, 0, 0, 1, 1, 1, 1, 9, 0, 0, 0, 77, 0), .null_input = {0}),
    CASE("set 6 of 3", 3, 6, 0, LIST(SET, 6, 3, 3, 4, 5, 6, 7, 8, 0, 1, 2),
         LIST(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18), .null_input = {0}),
    CASE("set 9 of 3", 3, 9, 0, LIST(SET, 9, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2),
         LIST(1, 2, 0, 4, 5, 0, 7, 8, 0, 1, 11, 0, 13, 14, 0, 16, 17, 0, 19, 20, 0, 22, 1, 0, 25,
              26, 0),
         .null_input = {0}),
    CASE("two steps of the same inputs", 3, 12, 0,
         LIST(SET, 6, 3, 3, 4, 5, 6, 7, 8, 0, 1, 2, SET, 6, 4, 9, 10, 11, 12, 13, 14, 2, 0, 1, 3),
         LIST(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
              25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42),
         .null_input = {false, true, false}),
    CASE("set of zero coefficients", 2, 1, 0, LIST(SET, 1, 2, 2, 0, 1), LIST(0, 0),
         .null_input = {0}),
    PLANES("planes that change places", 2, 2, 0, LIST(SET, 2, 2, 3, 2, 0, 1), LIST(1, 0, 0, 1),
           .null_input = {0}),
    PLANES("planes with temporaries", 4, 2, 3,
           LIST(SET, 3, 4, 6, 8, 7, 3, 0, 2, 1, ADD, 1, 1, 7, 6, SET, 2, 3, 5, 4, 7, 6, 8, ADD, 1,
                2, 4, 0, 3),
           LIST(41, 42, 43, 44, 45, 46, 47, 48, 0, 1, 51, 52, 53, 54, 55, 1, 1, 57, 58, 59, 60),
           .null_input = {0}),
    PLANES("planes of zeros", 4, 4, 0, LIST(SET, 2, 4, 6, 5, 0, 1, 2, 3, ADD, 1, 2, 4, 2, 3),
           LIST(2, 3, 4, 5, 6, 7, 8, 9, 1, 11), .null_input = {true, false}),
};

static uint8_t products[256][256];

/* Multiplication by its definition: shift, add, reduce by x^8 + x^4 + x^3 + x^2 + 1. */
static void build_products(void) {
  for (unsigned a = 0; a < 256; a++) {
    for (unsigned b = 0; b < 256; b++) {
      unsigned product = 0;
      for (unsigned bit = 0; bit < 8; bit++) {
        product ^= (b >> bit & 1) ? a << bit : 0;
      }
      for (unsigned bit = 15; bit > 7; bit--) {
        product ^= (product >> bit & 1) ? 0x11du << (bit - 8) : 0;
      }
      products[a][b] = (uint8_t)product;
    }
  }
}

static uint32_t random_state = 20260101;

static uint8_t random_byte(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (uint8_t)(random_state >> 24);
}

/* Per slot: pages between two forbidden ones, what they held before, and what they must hold. */
typedef struct {
  uint8_t *pages[SLOTS_MAX];
  uint8_t before[SLOTS_MAX][BUFFER_BYTES];
  uint8_t expected[SLOTS_MAX][BUFFER_BYTES];
} arena;

static arena memory;

static void build_arena(void) {
  for (size_t slot = 0; slot < SLOTS_MAX; slot++) {
    size_t bytes = BUFFER_BYTES + 2 * PAGE_BYTES;
    uint8_t *area = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED ||
        mprotect(area + PAGE_BYTES, BUFFER_BYTES, PROT_READ | PROT_WRITE) != 0) {
      perror("mmap");
      exit(2);
    }
    memory.pages[slot] = area + PAGE_BYTES;
  }
}

static void fail(const test_case *test, const char *what, size_t length, size_t start) {
  printf("FAILED: %s: %s: length=%zu, start=%zu\n", test->name, what, length, start);
}

static size_t slots_per_buffer(const test_case *test) {
  return test->sizes.plane_bytes == 0 ? 1 : 2;
}

static size_t input_buffers(const test_case *test) {
  return test->sizes.input_count / slots_per_buffer(test);
}

static size_t buffers(const test_case *test) {
  return input_buffers(test) + test->sizes.output_count / slots_per_buffer(test);
}

/* Where the byte of a slot lies that belongs to the byte of slot 0 at that place. */
static size_t place(const test_case *test, size_t slot, size_t at) {
  return at + slot % slots_per_buffer(test) * test->sizes.plane_bytes;
}

/* What the program must do to the bytes at one place of all slots. */
static void expect_byte(const test_case *test, size_t at) {
  uint8_t slots[SLOTS_MAX] = {0};
  size_t slot_count = test->sizes.input_count + test->sizes.output_count;
  for (size_t i = 0; i < slot_count; i++) {
    size_t buffer = i / slots_per_buffer(test);
    slots[i] = test->null_input[buffer] ? 0 : memory.before[buffer][place(test, i, at)];
  }
  const uint8_t *coefficient = test->coefficients;
  for (size_t word = 0; word < test->word_count;) {
    const uint32_t *targets = test->words + word + 3;
    const uint32_t *sources = targets + test->words[word + 1];
    for (size_t t = 0; t < test->words[word + 1]; t++) {
      uint8_t sum = test->words[word] == ADD ? slots[targets[t]] : 0;
      for (size_t s = 0; s < test->words[word + 2]; s++) {
        sum = (uint8_t)(sum ^ products[*coefficient++][slots[sources[s]]]);
      }
      slots[targets[t]] = sum;
    }
    word += 3 + test->words[word + 1] + test->words[word + 2];
  }
  for (size_t i = test->sizes.input_count; i < slot_count; i++) {
    memory.expected[i / slots_per_buffer(test)][place(test, i, at)] = slots[i];
  }
}

static void expect(const test_case *test, size_t start, size_t length) {
  for (size_t at = 0; at < length; at++) {
    if (slots_per_buffer(test) == 1 || at % (2 * PLANE) < PLANE) {
      expect_byte(test, start + at);
    }
  }
}

static void put_in(fault wanted, const test_case *test, size_t start, size_t length) {
  uint8_t *output = memory.pages[input_buffers(test)];
  if (wanted == WRONG_BIT) {
    output[start + length - 1] ^= 1;
  } else if (wanted == BYTE_TOO_FAR) {
    output[start == 0 ? length : start - 1] ^= 0x10;
  } else if (wanted == CHANGED_INPUT) {
    memory.pages[0][start] ^= 0x80;
  }
}

/* Only the surroundings within GUARD_BYTES are compared: the forbidden pages see the rest. */
static bool same(size_t slot, size_t start, size_t length) {
  size_t from = start < GUARD_BYTES ? 0 : start - GUARD_BYTES;
  size_t end = start + length + GUARD_BYTES;
  end = end > BUFFER_BYTES ? BUFFER_BYTES : end;
  return memcmp(memory.pages[slot] + from, memory.expected[slot] + from, end - from) == 0;
}

static void fill_buffers(size_t buffer_count, size_t start, size_t length) {
  size_t from = start < GUARD_BYTES ? 0 : start - GUARD_BYTES;
  size_t end = start + length + GUARD_BYTES;
  end = end > BUFFER_BYTES ? BUFFER_BYTES : end;
  for (size_t slot = 0; slot < buffer_count; slot++) {
    for (size_t at = from; at < end; at++) {
      memory.before[slot][at] = random_byte();
    }
    memcpy(memory.pages[slot] + from, memory.before[slot] + from, end - from);
    memcpy(memory.expected[slot] + from, memory.before[slot] + from, end - from);
  }
}

/* Scratch at an odd address and exactly as large as asked for, so that ASan guards its end. */
static okapi_ec_status run(const okapi_ec_program *program, const test_case *test, size_t start,
                           size_t length) {
  const uint8_t *inputs[SLOTS_MAX];
  uint8_t *outputs[SLOTS_MAX];
  for (size_t i = 0; i < input_buffers(test); i++) {
    inputs[i] = test->null_input[i] ? NULL : memory.pages[i] + start;
  }
  for (size_t i = input_buffers(test); i < buffers(test); i++) {
    outputs[i - input_buffers(test)] = memory.pages[i] + start;
  }
  size_t scratch_bytes = okapi_ec_scratch_bytes(program);
  uint8_t *scratch = malloc(scratch_bytes + 1);
  if (!scratch) {
    return OKAPI_EC_NO_MEMORY;
  }
  memset(scratch, 0xa5, scratch_bytes + 1);
  okapi_ec_status status = okapi_ec_run(program, inputs, outputs, length, scratch + 1,
                                        scratch_bytes);
  free(scratch);
  return status;
}

/* The kernel under test. */
static const okapi_ec_kernel *kernel;

static okapi_ec_program *create(const test_case *test) {
  okapi_ec_program *program = NULL;
  okapi_ec_status status =
      okapi_ec_create(kernel, &test->sizes, test->words, test->word_count, test->coefficients,
                      test->coefficient_count, &program);
  if (status != OKAPI_EC_OK) {
    printf("FAILED: %s: %s\n", test->name, okapi_ec_message(status));
    exit(1);
  }
  return program;
}

/* Whether the program did what the definition says, and nothing else. */
static bool agrees(const okapi_ec_program *program, const test_case *test, size_t start,
                   size_t length, fault wanted) {
  size_t buffer_count = buffers(test);
  fill_buffers(buffer_count, start, length);
  expect(test, start, length);
  if (run(program, test, start, length) != OKAPI_EC_OK) {
    return false;
  }
  put_in(wanted, test, start, length);
  for (size_t slot = 0; slot < buffer_count; slot++) {
    if (!same(slot, start, length)) {
      return false;
    }
  }
  return true;
}

/* At both ends of the pages, where the forbidden ones begin. */
static bool agrees_at_both_ends(const okapi_ec_program *program, const test_case *test,
                                size_t alignment, size_t length) {
  bool good = agrees(program, test, alignment, length, NO_FAULT) &&
              agrees(program, test, BUFFER_BYTES - alignment - length, length, NO_FAULT);
  if (!good) {
    fail(test, "differs from the definition", length, alignment);
  }
  return good;
}

static bool agrees_everywhere(const test_case *test) {
  static const size_t LONG_LENGTHS[] = {255, 383, 384, 385, 447, 448, 449, 1000, 4096, LENGTH_MAX};
  size_t unit = slots_per_buffer(test) == 1 ? 1 : 2 * PLANE;
  size_t short_max = slots_per_buffer(test) == 1 ? SHORT_LENGTH_MAX : 8 * PLANE;
  okapi_ec_program *program = create(test);
  bool good = true;
  for (size_t length = 0; good && length <= short_max; length += unit) {
    for (size_t alignment = length / unit % ALIGNMENTS_BETWEEN;
         good && alignment <= OKAPI_EC_VECTOR_BYTES; alignment += ALIGNMENTS_BETWEEN) {
      good = agrees_at_both_ends(program, test, alignment, length);
    }
  }
  for (size_t i = 0; good && i < ARRAY_COUNT(LONG_LENGTHS); i++) {
    good = agrees_at_both_ends(program, test, 0, LONG_LENGTHS[i] / unit * unit);
  }
  okapi_ec_destroy(program);
  return good;
}

/* One input times every coefficient: all 65,536 products. */
static bool multiplies_every_byte(void) {
  for (unsigned coefficient = 0; coefficient < 256; coefficient++) {
    test_case test = CASES[0];
    test.coefficients[0] = (uint8_t)coefficient;
    okapi_ec_program *program = create(&test);
    uint8_t bytes[256];
    uint8_t results[256];
    for (unsigned i = 0; i < 256; i++) {
      bytes[i] = (uint8_t)i;
    }
    const uint8_t *inputs[] = {bytes};
    uint8_t *outputs[] = {results};
    size_t scratch_bytes = okapi_ec_scratch_bytes(program);
    void *scratch = malloc(scratch_bytes);
    okapi_ec_status status =
        okapi_ec_run(program, inputs, outputs, sizeof bytes, scratch, scratch_bytes);
    free(scratch);
    okapi_ec_destroy(program);
    if (status != OKAPI_EC_OK || memcmp(results, products[coefficient], sizeof results) != 0) {
      printf("FAILED: products of %u\n", coefficient);
      return false;
    }
  }
  return true;
}

/* The case "set 3 of 6" through ISA-L's plain-C code, which shares no loop with its assembler. */
static bool agrees_with_the_plain_twin(void) {
  const test_case *test = &CASES[2];
  size_t length = LENGTH_MAX;
  unsigned char tables[32 * 18];
  unsigned char *sources[6];
  unsigned char *targets[3];
  fill_buffers(9, 0, length);
  for (size_t i = 0; i < 6; i++) {
    sources[i] = memory.before[i];
  }
  for (size_t i = 0; i < 3; i++) {
    targets[i] = memory.expected[6 + i];
  }
  ec_init_tables(6, 3, (unsigned char *)test->coefficients, tables);
  ec_encode_data_base((int)length, 6, 3, tables, sources, targets);
  okapi_ec_program *program = create(test);
  bool good = run(program, test, 0, length) == OKAPI_EC_OK;
  for (size_t slot = 0; slot < 9; slot++) {
    good = good && same(slot, 0, length);
  }
  okapi_ec_destroy(program);
  if (!good) {
    fail(test, "differs from ec_encode_data_base", length, 0);
  }
  return good;
}

/* Every line of every input is asked for once, and then nothing more. */
static bool fetches_every_line_once(void) {
  static const uint8_t bytes[8 * OKAPI_EC_VECTOR_BYTES];
  const uint8_t *inputs[] = {bytes, NULL, bytes};
  ec_ahead ahead = {.inputs = inputs,
                    .input_count = ARRAY_COUNT(inputs),
                    .at = OKAPI_EC_VECTOR_BYTES,
                    .bytes = 7 * OKAPI_EC_VECTOR_BYTES};
  for (size_t asked = 0; asked < 3 * 7; asked++) {
    if (ahead.input * 7 + ahead.offset / OKAPI_EC_VECTOR_BYTES != asked) {
      printf("FAILED: fetching ahead: asked=%zu\n", asked);
      return false;
    }
    ec_fetch_ahead(&ahead);
  }
  ec_fetch_ahead(&ahead);
  if (ahead.input != ahead.input_count || ahead.offset != 0) {
    printf("FAILED: fetching ahead goes on\n");
    return false;
  }
  return true;
}

typedef struct {
  const char *name;
  okapi_ec_sizes sizes;
  uint32_t words[8];
  size_t word_count;
  size_t coefficient_count;
  okapi_ec_status expected;
} refusal;

static const refusal REFUSALS[] = {
    {"no step", {1, 1, 0, 64, 0}, {0}, 0, 0, OKAPI_EC_OK},
    {"window below a vector", {1, 1, 0, 63, 0}, {SET, 1, 1, 1, 0}, 5, 1, OKAPI_EC_BAD_SIZES},
    {"window too large", {1, 1, 0, 65600, 0}, {SET, 1, 1, 1, 0}, 5, 1, OKAPI_EC_BAD_SIZES},
    {"negative count", {(size_t)-1, 1, 0, 64, 0}, {SET, 1, 1, 1, 0}, 5, 1, OKAPI_EC_BAD_SIZES},
    {"planes of another size", {2, 2, 0, 512, 128}, {0}, 0, 0, OKAPI_EC_BAD_SIZES},
    {"half a granule", {2, 2, 0, 768, PLANE}, {0}, 0, 0, OKAPI_EC_BAD_SIZES},
    {"half an input", {1, 2, 0, 512, PLANE}, {0}, 0, 0, OKAPI_EC_BAD_SIZES},
    {"half an output", {2, 1, 0, 512, PLANE}, {0}, 0, 0, OKAPI_EC_BAD_SIZES},
    {"half a step", {1, 1, 0, 64, 0}, {SET, 1}, 2, 0, OKAPI_EC_BAD_STEP},
    {"slots missing", {1, 1, 0, 64, 0}, {SET, 1, 1, 1}, 4, 1, OKAPI_EC_BAD_STEP},
    {"huge counts", {1, 1, 0, 64, 0}, {SET, UINT32_MAX, UINT32_MAX, 1, 0}, 5, 1, OKAPI_EC_BAD_STEP},
    {"neither set nor add", {1, 1, 0, 64, 0}, {2, 1, 1, 1, 0}, 5, 1, OKAPI_EC_BAD_STEP},
    {"no target", {1, 1, 0, 64, 0}, {SET, 0, 1, 0}, 4, 0, OKAPI_EC_BAD_STEP},
    {"coefficient missing", {1, 1, 0, 64, 0}, {SET, 1, 1, 1, 0}, 5, 0, OKAPI_EC_BAD_STEP},
    {"coefficient left over", {1, 1, 0, 64, 0}, {SET, 1, 1, 1, 0}, 5, 2, OKAPI_EC_BAD_STEP},
    {"slot out of range", {1, 1, 0, 64, 0}, {SET, 1, 1, 1, 2}, 5, 1, OKAPI_EC_BAD_SLOT},
    {"writes an input", {1, 1, 0, 64, 0}, {SET, 1, 1, 0, 1}, 5, 1, OKAPI_EC_BAD_SLOT},
    {"target among sources", {1, 1, 0, 64, 0}, {SET, 1, 2, 1, 0, 1}, 6, 2, OKAPI_EC_BAD_SLOT},
    {"target twice", {1, 1, 0, 64, 0}, {SET, 2, 1, 1, 1, 0}, 6, 2, OKAPI_EC_BAD_SLOT},
    {"reads what is not set", {1, 1, 1, 64, 0}, {SET, 1, 1, 1, 2}, 5, 1, OKAPI_EC_BAD_SLOT},
    {"adds to what is not set", {1, 1, 1, 64, 0}, {ADD, 1, 1, 2, 0}, 5, 1, OKAPI_EC_BAD_SLOT},
};

static bool refuses_bad_programs(void) {
  bool good = true;
  for (size_t i = 0; i < ARRAY_COUNT(REFUSALS); i++) {
    const refusal *test = &REFUSALS[i];
    const uint8_t coefficients[] = {1, 2};
    okapi_ec_program *program = NULL;
    okapi_ec_status status = okapi_ec_create(kernel, &test->sizes, test->words,
                                             test->word_count, coefficients,
                                             test->coefficient_count, &program);
    if (status != test->expected || (program != NULL) != (status == OKAPI_EC_OK)) {
      printf("FAILED: %s: %s\n", test->name, okapi_ec_message(status));
      good = false;
    }
    okapi_ec_destroy(program);
  }
  return good;
}

static bool refuses_bad_runs(void) {
  okapi_ec_program *program = create(&CASES[0]);
  uint8_t byte = 3;
  const uint8_t *inputs[] = {&byte};
  uint8_t *outputs[] = {NULL};
  size_t bytes = okapi_ec_scratch_bytes(program);
  void *scratch = malloc(bytes);
  bool good =
      okapi_ec_run(program, inputs, outputs, 1, scratch, bytes) == OKAPI_EC_NULL_OUTPUT &&
      okapi_ec_run(program, inputs, outputs, 1, scratch, bytes - 1) == OKAPI_EC_BAD_SCRATCH &&
      okapi_ec_run(program, inputs, outputs, 1, NULL, bytes) == OKAPI_EC_BAD_SCRATCH;
  free(scratch);
  okapi_ec_destroy(program);
  if (!good) {
    printf("FAILED: a bad run is not refused\n");
  }
  return good;
}

static bool refuses_half_granules(void) {
  test_case test = CASES[0];
  test.sizes = (okapi_ec_sizes){2, 2, 0, 2 * PLANE, PLANE};
  test.words[3] = 2;
  okapi_ec_program *program = create(&test);
  bool good = run(program, &test, 0, 2 * PLANE) == OKAPI_EC_OK &&
              run(program, &test, 0, PLANE) == OKAPI_EC_BAD_LENGTH &&
              run(program, &test, 0, 2 * PLANE + 1) == OKAPI_EC_BAD_LENGTH;
  okapi_ec_destroy(program);
  if (!good) {
    printf("FAILED: half a granule is not refused\n");
  }
  return good;
}

/*
 * More values than registers: steps of all sizes over these slots, which read what earlier steps
 * have set. Buffers are whole windows and tails, at any alignment.
 */
enum { MANY_INPUTS = 24, MANY_OUTPUTS = 20, MANY_TEMPORARIES = 30, MANY_STEPS = 40, MANY_TERMS = 16 };
enum { MANY_SLOTS = MANY_INPUTS + MANY_OUTPUTS + MANY_TEMPORARIES };

typedef struct {
  uint32_t words[MANY_STEPS * (3 + 2 * MANY_TERMS)];
  size_t word_count;
  uint8_t coefficients[MANY_STEPS * MANY_TERMS * MANY_TERMS];
  size_t coefficient_count;
} many_steps;

/* Different slots, the first of them targets. */
static void pick_slots(uint32_t *slots, size_t target_count, size_t count) {
  bool taken[MANY_SLOTS] = {false};
  for (size_t i = 0; i < count; i++) {
    uint32_t first = i < target_count ? MANY_INPUTS : 0;
    do {
      slots[i] = first + random_byte() % (MANY_SLOTS - first);
    } while (taken[slots[i]]);
    taken[slots[i]] = true;
  }
}

/* Temporaries are set by the first steps, from one input each. */
static void build_many_steps(many_steps *built) {
  *built = (many_steps){.word_count = 0};
  for (uint32_t i = 0; i < MANY_STEPS; i++) {
    size_t target_count = i == 0 ? MANY_TEMPORARIES : 1 + random_byte() % MANY_TERMS;
    size_t source_count = i == 0 ? 1 : random_byte() % MANY_TERMS;
    uint32_t *words = built->words + built->word_count;
    words[0] = i > 0 && random_byte() % 2;
    words[1] = (uint32_t)target_count;
    words[2] = (uint32_t)source_count;
    pick_slots(words + 3, target_count, target_count + source_count);
    for (uint32_t j = 0; i == 0 && j <= MANY_TEMPORARIES; j++) {
      words[3 + j] = j < MANY_TEMPORARIES ? MANY_INPUTS + MANY_OUTPUTS + j : 0;
    }
    for (size_t j = 0; j < target_count * source_count; j++) {
      uint8_t kind = random_byte() % 4;
      built->coefficients[built->coefficient_count++] = kind < 2 ? kind : random_byte();
    }
    built->word_count += 3 + target_count + source_count;
  }
}

static bool run_many_steps(const okapi_ec_kernel *with, const many_steps *steps, size_t length,
                           size_t shift, uint8_t *const *outputs) {
  static uint8_t input_bytes[MANY_INPUTS][LENGTH_MAX + PAGE_BYTES];
  const okapi_ec_sizes sizes = {MANY_INPUTS, MANY_OUTPUTS, MANY_TEMPORARIES, 1024, 0};
  okapi_ec_program *program = NULL;
  okapi_ec_status status =
      okapi_ec_create(with, &sizes, steps->words, steps->word_count, steps->coefficients,
                      steps->coefficient_count, &program);
  if (status != OKAPI_EC_OK) {
    printf("FAILED: many steps: %s\n", okapi_ec_message(status));
    return false;
  }
  const uint8_t *inputs[MANY_INPUTS];
  for (size_t i = 0; i < MANY_INPUTS; i++) {
    inputs[i] = i == 5 ? NULL : input_bytes[i] + (i * shift) % PAGE_BYTES;
    for (size_t j = 0; j < sizeof input_bytes[i]; j++) {
      input_bytes[i][j] = (uint8_t)(i * 31 + j * (j + i));
    }
  }
  size_t bytes = okapi_ec_scratch_bytes(program);
  void *scratch = malloc(bytes);
  bool good = okapi_ec_run(program, inputs, outputs, length, scratch, bytes) == OKAPI_EC_OK;
  free(scratch);
  okapi_ec_destroy(program);
  return good;
}

static bool agrees_on_many_steps(void) {
  static const size_t LENGTHS[] = {1, 63, 64, 65, 255, 320, 1000, LENGTH_MAX};
  static uint8_t bytes[2][MANY_OUTPUTS][LENGTH_MAX + GUARD_BYTES];
  static many_steps steps;
  for (size_t i = 0; i < 40; i++) {
    size_t shift = i % 3 * 13;
    size_t length = LENGTHS[i % ARRAY_COUNT(LENGTHS)];
    uint8_t *outputs[2][MANY_OUTPUTS];
    memset(bytes, 7, sizeof bytes);
    for (size_t j = 0; j < MANY_OUTPUTS; j++) {
      outputs[0][j] = bytes[0][j] + shift % GUARD_BYTES;
      outputs[1][j] = bytes[1][j] + shift % GUARD_BYTES;
    }
    build_many_steps(&steps);
    if (!run_many_steps(kernel, &steps, length, shift, outputs[0]) ||
        !run_many_steps(okapi_ec_kernel_named("isal"), &steps, length, shift, outputs[1]) ||
        memcmp(bytes[0], bytes[1], sizeof bytes[0]) != 0) {
      printf("FAILED: many steps: program %zu, length=%zu\n", i, length);
      return false;
    }
  }
  return true;
}

/* As faults in the making of code would: one coefficient is another one, one sum lacks a term. */
static ec_code *wrong_product_of(const ec_operations *operations) {
  for (size_t i = 0; i < operations->count; i++) {
    if (operations->operations[i].coefficient > 1) {
      operations->operations[i].coefficient ^= 0x40;
      return kernel->code_of(operations);
    }
  }
  return NULL;
}

static ec_code *wrong_sum_of(const ec_operations *operations) {
  for (size_t i = 0; i < operations->count; i++) {
    ec_operation *sum = &operations->operations[i];
    if (sum->kind == EC_SUM && sum->sources[EC_SOURCES_MAX - 1] != EC_NO_SLOT) {
      sum->sources[EC_SOURCES_MAX - 1] = EC_NO_SLOT;
      return kernel->code_of(operations);
    }
  }
  return NULL;
}

static bool refuses(const char *fault_name, ec_code *(*wrong_code_of)(const ec_operations *)) {
  okapi_ec_kernel wrong = *kernel;
  wrong.code_of = wrong_code_of;
  const test_case *test = &CASES[2];
  okapi_ec_program *program = NULL;
  okapi_ec_status status =
      okapi_ec_create(&wrong, &test->sizes, test->words, test->word_count, test->coefficients,
                      test->coefficient_count, &program);
  if (status != OKAPI_EC_WRONG_CODE || program) {
    printf("FAILED: wrong code is not refused: %s: %s\n", fault_name, okapi_ec_message(status));
  }
  return status == OKAPI_EC_WRONG_CODE && !program;
}

static bool refuses_wrong_code(void) {
  return !kernel->code_of || (refuses("a product", wrong_product_of) && refuses("a sum", wrong_sum_of));
}

static bool names_kernels(void) {
  bool good = !okapi_ec_kernel_named("abacus");
  for (size_t i = 0; okapi_ec_kernel_at(i); i++) {
    good = good && okapi_ec_kernel_named(okapi_ec_kernel_name(okapi_ec_kernel_at(i))) ==
                       okapi_ec_kernel_at(i);
  }
  if (!good) {
    printf("FAILED: kernels by name\n");
  }
  return good;
}

static int prove_alarm(void) {
  const test_case *test = &CASES[2];
  okapi_ec_program *program = create(test);
  int status = 0;
  for (int wanted = NO_FAULT; wanted <= CHANGED_INPUT; wanted++) {
    for (size_t length = 1; length <= SHORT_LENGTH_MAX; length++) {
      if (agrees(program, test, 100, length, (fault)wanted) != (wanted == NO_FAULT)) {
        printf("FAILED: no alarm: %s: length=%zu\n", FAULT_NAMES[wanted], length);
        status = 1;
      }
    }
  }
  okapi_ec_destroy(program);
  return status;
}

static bool test_kernel(void) {
  bool good = multiplies_every_byte() && agrees_with_the_plain_twin() && refuses_bad_programs() &&
              refuses_bad_runs() && refuses_half_granules() && refuses_wrong_code() &&
              agrees_on_many_steps();
  for (size_t i = 0; i < ARRAY_COUNT(CASES); i++) {
    good = agrees_everywhere(&CASES[i]) && good;
  }
  return good;
}

int main(int argument_count, char **arguments) {
  build_products();
  build_arena();
  bool alarm = argument_count > 1 && strcmp(arguments[1], "--prove-alarm") == 0;
  bool good = names_kernels() && fetches_every_line_once();
  for (size_t i = 0; okapi_ec_kernel_at(i); i++) {
    kernel = okapi_ec_kernel_at(i);
    bool passed = alarm ? prove_alarm() == 0 : test_kernel();
    printf("%s: kernel %s\n", passed ? "passed" : "FAILED", okapi_ec_kernel_name(kernel));
    good = good && passed;
  }
  if (!okapi_ec_kernel_named("gfni")) {
    printf("skipped: kernel gfni: needs AVX-512 and GFNI, and a compiler that knows them\n");
  }
  return good ? 0 : 1;
}
