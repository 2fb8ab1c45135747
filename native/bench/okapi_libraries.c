/*
 * The grid of the DAIS'16 study: the erasure codes that liberasurecode reaches (its own, Jerasure's
 * and ISA-L's), k = 10, m = 4 (flat XOR: 5), objects of a few sizes; encoding, decoding with all
 * fragments present and with 1 to 4 data fragments missing. One line per measurement:
 *
 *     backend size_bytes op missing runs mean_seconds sd_seconds
 *
 * or "skipped backend reason". Decoded objects are compared with the original once per line.
 *
 *     okapi_libraries RUNS SIZE_BYTES...
 */
#include <erasurecode.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define K 10
#define MISSING_MAX 4
#define RUNS_MAX 100000

typedef struct {
  const char *name;
  ec_backend_id_t id;
  struct ec_args args;
  int tolerance;
} backend;

static const backend BACKENDS[] = {
    {"liberasurecode rs_vand", EC_BACKEND_LIBERASURECODE_RS_VAND, {.k = K, .m = 4, .w = 16}, 4},
    {"liberasurecode flat_xor_3", EC_BACKEND_FLAT_XOR_HD, {.k = K, .m = 5, .hd = 3}, 2},
    {"liberasurecode flat_xor_4", EC_BACKEND_FLAT_XOR_HD, {.k = K, .m = 5, .hd = 4}, 3},
    {"jerasure rs_vand", EC_BACKEND_JERASURE_RS_VAND, {.k = K, .m = 4, .w = 8}, 4},
    {"jerasure rs_cauchy", EC_BACKEND_JERASURE_RS_CAUCHY, {.k = K, .m = 4, .w = 4}, 4},
    {"isa_l rs_vand", EC_BACKEND_ISA_L_RS_VAND, {.k = K, .m = 4, .w = 8}, 4},
    {"isa_l rs_cauchy", EC_BACKEND_ISA_L_RS_CAUCHY, {.k = K, .m = 4, .w = 8}, 4},
};

typedef struct {
  char **data;
  char **parity;
  uint64_t bytes;
} fragments;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_line(const backend *of, uint64_t size, const char *op, int missing, long runs,
                       const double *seconds) {
  double sum = 0;
  double squares = 0;
  for (long i = 0; i < runs; i++) {
    sum += seconds[i];
  }
  for (long i = 0; i < runs; i++) {
    squares += (seconds[i] - sum / (double)runs) * (seconds[i] - sum / (double)runs);
  }
  double sd = runs > 1 ? sqrt(squares / (double)(runs - 1)) : 0;
  printf("%s,%llu,%s,%d,%ld,%.9f,%.9f\n", of->name, (unsigned long long)size, op, missing, runs,
         sum / (double)runs, sd);
  fflush(stdout);
}

static bool encode(int instance, const char *object, uint64_t size, fragments *made) {
  return liberasurecode_encode(instance, object, size, &made->data, &made->parity,
                               &made->bytes) == 0;
}

static bool measure_encode(int instance, const backend *of, const char *object, uint64_t size,
                           long runs, double *seconds) {
  for (long i = -1; i < runs; i++) {
    fragments made;
    double start = now();
    if (!encode(instance, object, size, &made)) {
      return false;
    }
    seconds[i < 0 ? 0 : i] = now() - start;
    liberasurecode_encode_cleanup(instance, made.data, made.parity);
  }
  print_line(of, size, "encode", 0, runs, seconds);
  return true;
}

/* The first data fragments are missing. */
static bool measure_decode(int instance, const backend *of, const char *object, uint64_t size,
                           const fragments *all, int missing, long runs, double *seconds) {
  char *available[K + 5];
  int count = 0;
  for (int i = missing; i < K; i++) {
    available[count++] = all->data[i];
  }
  for (int i = 0; i < of->args.m; i++) {
    available[count++] = all->parity[i];
  }
  for (long i = -1; i < runs; i++) {
    char *decoded = NULL;
    uint64_t decoded_bytes = 0;
    double start = now();
    if (liberasurecode_decode(instance, available, count, all->bytes, 0, &decoded,
                              &decoded_bytes) != 0) {
      return false;
    }
    seconds[i < 0 ? 0 : i] = now() - start;
    bool same = i >= 0 || (decoded_bytes == size && memcmp(decoded, object, size) == 0);
    liberasurecode_decode_cleanup(instance, decoded);
    if (!same) {
      fprintf(stderr, "%s: wrong bytes: missing=%d\n", of->name, missing);
      return false;
    }
  }
  print_line(of, size, "decode", missing, runs, seconds);
  return true;
}

static bool measure(int instance, const backend *of, const char *object, uint64_t size, long runs,
                    double *seconds) {
  fragments all;
  bool good = measure_encode(instance, of, object, size, runs, seconds);
  if (!good || !encode(instance, object, size, &all)) {
    return false;
  }
  for (int missing = 0; good && missing <= MISSING_MAX && missing <= of->tolerance; missing++) {
    good = measure_decode(instance, of, object, size, &all, missing, runs, seconds);
  }
  liberasurecode_encode_cleanup(instance, all.data, all.parity);
  return good;
}

static bool measure_sizes(const backend *of, int count, char **sizes, long runs, double *seconds) {
  struct ec_args args = of->args;
  args.ct = CHKSUM_NONE;
  int instance = liberasurecode_backend_available(of->id)
                     ? liberasurecode_instance_create(of->id, &args)
                     : -1;
  if (instance <= 0) {
    printf("skipped,%s,its library is not here\n", of->name);
    return true;
  }
  bool good = true;
  for (int i = 0; good && i < count; i++) {
    uint64_t size = strtoull(sizes[i], NULL, 10);
    char *object = malloc(size);
    good = object != NULL;
    uint32_t state = 20260101;
    for (uint64_t at = 0; good && at < size; at++) {
      state = state * 1664525u + 1013904223u;
      object[at] = (char)(state >> 24);
    }
    good = good && measure(instance, of, object, size, runs, seconds);
    free(object);
  }
  liberasurecode_instance_destroy(instance);
  if (!good) {
    fprintf(stderr, "%s: failed\n", of->name);
  }
  return good;
}

int main(int argument_count, char **arguments) {
  long runs = argument_count > 1 ? strtol(arguments[1], NULL, 10) : 0;
  if (argument_count < 3 || runs < 1 || runs > RUNS_MAX) {
    fprintf(stderr, "usage: okapi_libraries RUNS SIZE_BYTES...\n");
    return 2;
  }
  double *seconds = calloc((size_t)runs, sizeof(double));
  bool good = seconds != NULL;
  for (size_t i = 0; good && i < sizeof BACKENDS / sizeof BACKENDS[0]; i++) {
    good = measure_sizes(&BACKENDS[i], argument_count - 2, arguments + 2, runs, seconds);
  }
  free(seconds);
  return good ? 0 : 1;
}
