/*
 * Machine code for a whole program, a vector of every slot at a time.
 *
 * The tiles of tiled.h pay a loop for each step. Here steps cost nothing: operations follow each
 * other without a branch, sums and temporaries stay in registers, inputs are loaded about once and
 * outputs stored once. The number of registers is no limit: the value whose next read is farthest
 * away leaves (Belady's rule, which is exact where there are no branches), to its buffer or, as a
 * temporary, to the caller's scratch memory.
 *
 * Which instructions do an operation is left to gfni_code.c and avx2_code.c.
 */
#include "machine_code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The most registers that a processor has. */
#define VECTORS_MAX 32
#define NO_VECTOR UINT8_MAX
/* Inputs are asked for so many lines, of all of them together, before they are loaded. */
#define LINES_AHEAD 160
#define LINE_BYTES 64
/* Three loads, each with a fetch, stores of what these, the sources and the target displace, a move, the
 * operation. */
#define OPERATION_BYTES_MAX 224
#define LOOP_BYTES_MAX 64

typedef void (*code_function)(uint8_t *const *slots, size_t begin, size_t end,
                              const uint8_t *constants, uint8_t *temporaries);

/*
 * Mapped as a whole. The code has two entries: one for what is in the caches, and one that asks for
 * inputs ahead and stores past the caches, as far as its vectors are whole lines.
 */
struct ec_code {
  size_t mapped_bytes;
  size_t temporary_bytes;
  code_function stores;
  code_function streams;
  _Alignas(LINE_BYTES) uint8_t constants[];
};

/* What is known while code is made. */
typedef struct {
  const ec_instructions *instructions;
  const ec_operations *list;
  x86_code code;
  uint8_t *constants;
  ec_access last_store; /* for what nobody reads again but the caller */
  uint32_t fetch_bytes; /* by which inputs are asked for ahead of their loads; 0: they are not */
  uint32_t slot_in[VECTORS_MAX]; /* or EC_NO_SLOT */
  uint8_t *vector_of; /* per slot, or NO_VECTOR */
  uint32_t *next_read; /* per slot in a vector */
  bool *is_newer; /* per slot in a vector: than in memory */
  uint32_t *temporary_of; /* per slot of no buffer: its vector of scratch memory, or EC_NO_SLOT */
  uint32_t temporary_count;
} maker;

/* Temporaries get memory when they first need it. */
static x86_place temporary_place(maker *with, uint32_t slot) {
  if (with->temporary_of[slot] == EC_NO_SLOT) {
    with->temporary_of[slot] = with->temporary_count++;
  }
  return (x86_place){.base = X86_R8,
                     .offset = with->temporary_of[slot] * with->instructions->vector_bytes};
}

static void access_memory(maker *with, ec_access kind, uint8_t vector, uint32_t slot) {
  x86_place place = {.in_buffer = slot < ec_buffer_slots(with->list->sizes)};
  if (place.in_buffer) {
    x86_put_buffer(&with->code, slot * (uint32_t)sizeof(uint8_t *));
  } else {
    place = temporary_place(with, slot);
  }
  with->instructions->put_access(&with->code, kind, vector, place);
}

/* Takes the value from its vector; memory has it afterwards, if anybody reads it again. */
static void evict(maker *with, uint32_t slot) {
  uint8_t vector = with->vector_of[slot];
  if (with->is_newer[slot] && with->next_read[slot] != EC_NEVER) {
    bool last = with->next_read[slot] == with->list->count;
    access_memory(with, last ? with->last_store : EC_STORE, vector, slot);
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
  for (uint8_t vector = 0; vector < with->instructions->vector_count; vector++) {
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
      access_memory(with, EC_LOAD, vector, slot);
      if (with->fetch_bytes > 0 && slot < with->list->sizes->input_count) {
        x86_put_fetch(&with->code, with->fetch_bytes);
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

/* What none of the operations reads again gives its vector back at once. */
static void evict_done_sources(maker *with, const ec_operation *of, size_t count) {
  for (size_t i = 0; i < count; i++) {
    evict_if_done(with, of->sources[i]);
  }
}

/* The vector of a source that nobody reads again, which comes to the front; or another one. */
static uint8_t target_vector(maker *with, const ec_operation *of, uint8_t *vectors, size_t count) {
  if (of->kind == EC_LOW_PRODUCT || of->kind == EC_HIGH_PRODUCT) {
    uint8_t other = free_vector(with, vectors, count); /* see ec_instructions */
    evict_done_sources(with, of, count);
    return other;
  }
  evict_done_sources(with, of, count);
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

static void make_operation(maker *with, const ec_operation *of) {
  uint8_t vectors[EC_SOURCES_MAX];
  size_t count = bring_sources(with, of, vectors);
  uint8_t target = target_vector(with, of, vectors, count);
  if (with->vector_of[of->target] != NO_VECTOR) {
    with->slot_in[with->vector_of[of->target]] = EC_NO_SLOT; /* what it was is overwritten */
  }
  with->instructions->put_operation(&with->code, with->constants, of, target, vectors, count);
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
  size_t lines = LINES_AHEAD / (with->list->sizes->input_count + 1);
  return (uint32_t)((lines < 2 ? 2 : lines) * LINE_BYTES);
}

/* One loop over all operations; answers where to enter it. */
static size_t make_loop(maker *with, ec_access last_store, uint32_t fetch_bytes) {
  size_t entry = with->code.count;
  if (with->instructions->put_start) {
    with->instructions->put_start(&with->code, with->constants);
  }
  size_t begin = with->code.count;
  with->last_store = last_store;
  with->fetch_bytes = fetch_bytes;
  memset(with->vector_of, NO_VECTOR, ec_operation_slots(with->list));
  for (size_t i = 0; i < VECTORS_MAX; i++) {
    with->slot_in[i] = EC_NO_SLOT;
  }
  for (size_t i = 0; i < with->list->count; i++) {
    make_operation(with, &with->list->operations[i]);
  }
  x86_put_loop_end(&with->code, begin, with->instructions->vector_bytes);
  return entry;
}

/* Half a line that goes past the caches is a write to memory of its own, so only whole ones do. */
static ec_access past_caches(const maker *with) {
  return with->instructions->vector_bytes == LINE_BYTES ? EC_STREAM : EC_STORE;
}

/* A pointer to data cannot be cast to one to a function. */
static code_function function_at(const uint8_t *code) {
  code_function result;
  memcpy(&result, &code, sizeof result);
  return result;
}

/* Behind the head and the constants; nothing is ever writable and executable at a time. */
static ec_code *make_code(maker *with) {
  size_t head_bytes = sizeof(ec_code) + ec_round_up(with->instructions->constant_bytes, LINE_BYTES);
  size_t code_bytes = 2 * (with->list->count * OPERATION_BYTES_MAX + LOOP_BYTES_MAX);
  ec_code *made = mmap(NULL, head_bytes + code_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (made == MAP_FAILED) {
    return NULL;
  }
  made->mapped_bytes = head_bytes + code_bytes;
  with->constants = made->constants;
  with->code.bytes = (uint8_t *)made + head_bytes;
  made->stores = function_at(with->code.bytes + make_loop(with, EC_STORE, 0));
  made->streams = function_at(with->code.bytes + make_loop(with, past_caches(with), fetch_bytes(with)));
  made->temporary_bytes = with->temporary_count * with->instructions->vector_bytes;
  if (mprotect(made, made->mapped_bytes, PROT_READ | PROT_EXEC) != 0) {
    munmap(made, made->mapped_bytes);
    return NULL;
  }
  return made;
}

ec_code *ec_code_of(const ec_instructions *instructions, const ec_operations *operations) {
  size_t slot_count = ec_operation_slots(operations);
  maker with = {.instructions = instructions,
                .list = operations,
                .vector_of = malloc(slot_count),
                .next_read = malloc(slot_count * sizeof(uint32_t)),
                .is_newer = malloc(slot_count * sizeof(bool)),
                .temporary_of = malloc(slot_count * sizeof(uint32_t))};
  bool ready = with.vector_of && with.next_read && with.is_newer && with.temporary_of;
  for (size_t i = 0; ready && i < slot_count; i++) {
    with.temporary_of[i] = EC_NO_SLOT;
  }
  ec_code *made = ready ? make_code(&with) : NULL;
  free(with.vector_of);
  free(with.next_read);
  free(with.is_newer);
  free(with.temporary_of);
  return made;
}

size_t ec_code_temporary_bytes(const ec_code *code) {
  return code->temporary_bytes;
}

void ec_code_run(const ec_code *code, uint8_t *const *slots, size_t bytes, bool streams,
                 uint8_t *temporaries) {
  (streams ? code->streams : code->stores)(slots, 0, bytes, code->constants, temporaries);
  if (streams) {
    __builtin_ia32_sfence(); /* whoever is told of the run must see its targets */
  }
}

void ec_code_free(ec_code *code) {
  if (code) {
    munmap(code, code->mapped_bytes);
  }
}
