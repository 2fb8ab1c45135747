/*
 * How machine code is made for one instruction set: what machine_code.c asks of it. It chooses the
 * registers and the order; here is which instructions do an operation.
 */
#ifndef OKAPI_EC_MACHINE_CODE_H
#define OKAPI_EC_MACHINE_CODE_H

#include "operations.h"
#include "x86.h"

typedef enum { EC_LOAD, EC_STORE, EC_STREAM } ec_access;

/* Vectors are numbers of registers. Of an operation at most 32 bytes are put. */
typedef struct {
  unsigned vector_count; /* that values may have */
  uint8_t vector_bytes;
  size_t constant_bytes;
  /* Sets registers that no value has, before the loop; or null. */
  void (*put_start)(x86_code *to, uint8_t *constants);
  void (*put_access)(x86_code *to, ec_access kind, unsigned vector, x86_place place);
  /*
   * Writes the constants that it needs. The target may have the vector of the first source, unless
   * the operation is a product of half of a byte.
   */
  void (*put_operation)(x86_code *to, uint8_t *constants, const ec_operation *of, unsigned target,
                        const uint8_t *sources, size_t count);
} ec_instructions;

/* Code for the operations; null where none can be made or executed. */
ec_code *ec_code_of(const ec_instructions *instructions, const ec_operations *operations);

#endif
