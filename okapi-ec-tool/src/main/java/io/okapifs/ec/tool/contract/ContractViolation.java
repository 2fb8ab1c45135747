package io.okapifs.ec.tool.contract;

/** A code does not do what the interface promises; the message has the values. */
final class ContractViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ContractViolation(String message) {
    super(message);
  }

  static void unless(boolean holds, String otherwise) {
    if (!holds) {
      throw new ContractViolation(otherwise);
    }
  }
}
