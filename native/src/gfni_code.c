/*
 * Machine code for a whole program, a vector of every slot at a time.
 *
 * The tiles of tiled.h pay a loop for each step. Here steps cost nothing: operations follow each
 * other without a branch, sums and temporaries stay in registers, inputs are loaded about once and
 * outputs stored once. The number of registers is no limit: the value whose next read is farthest
 * away leaves (Belady's rule, which is exact where there are no branches), to its buffer or, as a
 * temporary, to the caller's scratch memory.
 *
 *     rdi   where the slots of buffers begin      rsi, rdx   from which byte to which
 *     rcx   the matrices of all products          r8         temporaries, a vector each
 */
#include "evex.h"
#include "gfni.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define VECTOR_COUNT 32
#define NO_VECTOR UINT8_MAX
/* Inputs are asked for so many vectors, of all of them together, before they are loaded. */
#define VECTORS_AHEAD 160
/* Three loads, each with a fetch, stores of what these, the sources and the target displace, a move, the
 * operation. */
#define OPERATION_BYTES_MAX 224
#define LOOP_BYTES_MAX 32

typedef void (*code_function)(uint8_t *const *slots, size_t begin, size_t end,
                              const uint64_t *matrices, uint8_t *temporaries);

/* Mapped as a whole. The code has two entries: one stores into the caches, one past them. */
struct ec_code {
  size_t mapped_bytes;
  code_function stores;
  code_function streams;
  uint64_t matrices[];
};

/* What is known while code is made. */
typedef struct {
  const ec_operations *list;
  evex_code code;
  uint64_t *matrices;
  size_t matrix_count;
  evex_opcode last_store; /* for what nobody reads again but the caller */
  uint32_t fetch_bytes; /* by which inputs are asked for ahead of their loads; 0: they are not */
  uint32_t slot_in[VECTOR_COUNT]; /* or EC_NO_SLOT */
  uint8_t *vector_of; /* per slot, or NO_VECTOR */
  uint32_t *next_read; /* per slot in a vector */
  bool *is_newer; /* per slot in a vector: than in memory */
} maker;

static void access_memory(maker *with, evex_opcode opcode, uint8_t vector, uint32_t slot) {
  uint32_t buffer_slots = ec_buffer_slots(with->list->sizes);
  if (slot < buffer_slots) {
    evex_indirect(&with->code, opcode, vector, slot * (uint32_t)sizeof(uint8_t *));
  } else {
    evex_memory(&with->code, opcode, vector, 0, EVEX_R8,
                (slot - buffer_slots) * OKAPI_EC_VECTOR_BYTES, false);
  }
}

/* Takes the value from its vector; memory has it afterwards, if anybody reads it again. */
static void evict(maker *with, uint32_t slot) {
  uint8_t vector = with->vector_of[slot];
  if (with->is_newer[slot] && with->next_read[slot] != EC_NEVER) {
    bool last = with->next_read[slot] == with->list->count;
    access_memory(with, last ? with->last_store : EVEX_STORE, vector, slot);
  }
  with->vector_of[slot] = NO_VECTOR;
  with->slot_in[vector] = EC_NO_SLOT;
}

/* What none of the operations reads again gives its vector back at once. */
static void evict_if_done(maker *with, uint32_t slot) {
  if (with->vector_of[slot] != NO_VECTOR && with->next_read[slot] >= with->list->count) {
    evict(with, slot);
  }
}

/* A vector for another value, none of those in use: a free one, or that which is read last. */
static uint8_t free_vector(maker *with, const uint8_t *in_use, size_t count) {
  uint32_t used = 0;
  for (size_t i = 0; i < count; i++) {
    used |= 1u << in_use[i];
  }
  uint8_t best = NO_VECTOR;
  for (uint8_t vector = 0; vector < VECTOR_COUNT; vector++) {
    if (used >> vector & 1) {
      continue;
    }
    if (with->slot_in[vector] == EC_NO_SLOT) {
      return vector;
    }
    if (best == NO_VECTOR ||
        with->next_read[with->slot_in[vector]] > with->next_read[with->slot_in[best]]) {
      best = vector;
    }
  }
  evict(with, with->slot_in[best]);
  return best;
}

static void put_in(maker *with, uint8_t vector, uint32_t slot, bool is_newer) {
  with->slot_in[vector] = slot;
  with->vector_of[slot] = vector;
  with->is_newer[slot] = is_newer;
}

/* Loads what is not in a vector yet. Answers how many sources there are. */
static size_t bring_sources(maker *with, const ec_operation *of, uint8_t *vectors) {
  size_t count = 0;
  for (; count < EC_SOURCES_MAX && of->sources[count] != EC_NO_SLOT; count++) {
    uint32_t slot = of->sources[count];
    if (with->vector_of[slot] == NO_VECTOR) {
      uint8_t vector = free_vector(with, vectors, count);
      access_memory(with, EVEX_LOAD, vector, slot);
      if (with->fetch_bytes > 0 && slot < with->list->sizes->input_count) {
        evex_fetch(&with->code, with->fetch_bytes);
      }
      put_in(with, vector, slot, false);
    }
    vectors[count] = with->vector_of[slot];
  }
  for (size_t i = 0; i < count; i++) {
    with->next_read[of->sources[i]] = of->sources_next[i];
  }
  return count;
}

/* The vector of a source that nobody reads again, which comes to the front; or another one. */
static uint8_t target_vector(maker *with, const ec_operation *of, uint8_t *vectors, size_t count) {
  for (size_t i = 0; i < count; i++) {
    evict_if_done(with, of->sources[i]);
  }
  for (size_t i = 0; i < count; i++) {
    if (with->slot_in[vectors[i]] == EC_NO_SLOT) {
      uint8_t found = vectors[i];
      vectors[i] = vectors[0];
      vectors[0] = found;
      return found;
    }
  }
  return free_vector(with, vectors, count);
}

static void put_product(maker *with, uint8_t target, uint8_t source, uint8_t coefficient) {
  uint32_t offset = (uint32_t)(with->matrix_count * sizeof(uint64_t));
  with->matrices[with->matrix_count++] = ec_gfni_matrix(coefficient);
  evex_memory(&with->code, EVEX_AFFINE, target, source, EVEX_RCX, offset, true);
  evex_put(&with->code, 0); /* and adds nothing */
}

/* The vectors have the sources; the first of them may be the target. */
static void put_sum(maker *with, uint8_t target, const uint8_t *vectors, size_t count) {
  evex_code *code = &with->code;
  if (count == 0) {
    evex_vectors(code, EVEX_XOR, target, target, target);
  } else if (count == 2) {
    evex_vectors(code, EVEX_XOR, target, vectors[0], vectors[1]);
  } else {
    if (target != vectors[0]) {
      evex_vectors(code, EVEX_MOVE, target, 0, vectors[0]);
    }
    if (count == EC_SOURCES_MAX) {
      evex_vectors(code, EVEX_TERNARY, target, vectors[1], vectors[2]);
      evex_put(code, 0x96); /* the truth table of a XOR of three */
    }
  }
}

static void make_operation(maker *with, const ec_operation *of) {
  uint8_t vectors[EC_SOURCES_MAX];
  size_t count = bring_sources(with, of, vectors);
  uint8_t target = target_vector(with, of, vectors, count);
  if (with->vector_of[of->target] != NO_VECTOR) {
    with->slot_in[with->vector_of[of->target]] = EC_NO_SLOT; /* what it was is overwritten */
  }
  if (of->coefficient > 1) {
    put_product(with, target, vectors[0], of->coefficient);
  } else {
    put_sum(with, target, vectors, count);
  }
  put_in(with, target, of->target, true);
  with->next_read[of->target] = of->target_next;
  evict_if_done(with, of->target);
}

/*
 * How far ahead an input is asked for where buffers do not fit into the caches. Of more inputs than a
 * few a processor does not see by itself where they go on. As many bytes are on their way whether
 * inputs are few or many.
 */
static uint32_t fetch_bytes(const maker *with) {
  size_t vectors = VECTORS_AHEAD / (with->list->sizes->input_count + 1);
  return (uint32_t)((vectors < 2 ? 2 : vectors) * OKAPI_EC_VECTOR_BYTES);
}

/* One loop over all operations; answers where it begins. */
static size_t make_loop(maker *with, evex_opcode last_store, uint32_t fetch_bytes) {
  size_t begin = with->code.count;
  with->last_store = last_store;
  with->fetch_bytes = fetch_bytes;
  with->matrix_count = 0;
  memset(with->vector_of, NO_VECTOR, ec_operation_slots(with->list->sizes));
  for (size_t i = 0; i < VECTOR_COUNT; i++) {
    with->slot_in[i] = EC_NO_SLOT;
  }
  for (size_t i = 0; i < with->list->count; i++) {
    make_operation(with, &with->list->operations[i]);
  }
  evex_loop_end(&with->code, begin, OKAPI_EC_VECTOR_BYTES);
  return begin;
}

/* A pointer to data cannot be cast to one to a function. */
static code_function function_at(const uint8_t *code) {
  code_function result;
  memcpy(&result, &code, sizeof result);
  return result;
}

/* Behind the head and the matrices; nothing is ever writable and executable at a time. */
static ec_code *make_code(maker *with) {
  size_t head_bytes = sizeof(ec_code) + with->list->count * sizeof(uint64_t);
  size_t code_bytes = 2 * (with->list->count * OPERATION_BYTES_MAX + LOOP_BYTES_MAX);
  ec_code *made = mmap(NULL, head_bytes + code_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED) {
    return NULL;
  }
  made->mapped_bytes = head_bytes + code_bytes;
  with->matrices = made->matrices;
  with->code.bytes = (uint8_t *)made + head_bytes;
  made->stores = function_at(with->code.bytes + make_loop(with, EVEX_STORE, 0));
  made->streams = function_at(with->code.bytes + make_loop(with, EVEX_STREAM, fetch_bytes(with)));
  if (mprotect(made, made->mapped_bytes, PROT_READ | PROT_EXEC) != 0) {
    munmap(made, made->mapped_bytes);
    return NULL;
  }
  return made;
}

ec_code *ec_gfni_code_of(const ec_operations *operations) {
  size_t slot_count = ec_operation_slots(operations->sizes);
  maker with = {.list = operations,
                .vector_of = malloc(slot_count),
                .next_read = malloc(slot_count * sizeof(uint32_t)),
                .is_newer = malloc(slot_count * sizeof(bool))};
  bool ready = with.vector_of && with.next_read && with.is_newer;
  ec_code *made = ready ? make_code(&with) : NULL;
  free(with.vector_of);
  free(with.next_read);
  free(with.is_newer);
  return made;
}

void ec_code_run(const ec_code *code, uint8_t *const *slots, size_t bytes, bool streams,
                 uint8_t *temporaries) {
  (streams ? code->streams : code->stores)(slots, 0, bytes, code->matrices, temporaries);
  if (streams) {
    __builtin_ia32_sfence(); /* whoever is told of the run must see its targets */
  }
}

void ec_code_free(ec_code *code) {
  if (code) {
    munmap(code, code->mapped_bytes);
  }
}
