package io.okapifs.bench.codes;

/**
 * One thing to measure: an operation of a code on a kernel, whatever the window.
 *
 * @param code its name; "memcpy" for the copy of as many bytes
 * @param op encode, decode (as many lost members as the code surely survives) or repair (one)
 * @param kernel what computes
 * @param inputCount buffers read by each group
 * @param outputCount buffers written by each group
 * @param setUp makes it ready to run
 */
public record Subject(
    String code,
    int n,
    int k,
    int alpha,
    String op,
    String kernel,
    int inputCount,
    int outputCount,
    SetUp setUp) {

  /** Groups of buffers, worked through. */
  @FunctionalInterface
  public interface Work {
    void run(int firstGroup, int groupCount);
  }

  /** Prepares buffers and tables, which is not measured. */
  @FunctionalInterface
  public interface SetUp {
    Work prepare(Arena arena, int windowBytes, int groupCount);
  }

  boolean is(String wantedCode, String wantedOp, String wantedKernel) {
    return code.equals(wantedCode) && op.equals(wantedOp) && kernel.equals(wantedKernel);
  }
}
