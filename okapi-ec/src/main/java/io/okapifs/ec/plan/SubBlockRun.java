package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;

/**
 * Consecutive sub-blocks of one member, hence one contiguous byte range of its block. A value;
 * negative numbers and empty runs are refused with {@link EcException}.
 *
 * @param member the member read
 * @param firstSubBlock the first sub-block of the run
 * @param subBlockCount how many, at least one
 */
public record SubBlockRun(int member, int firstSubBlock, int subBlockCount) {
  public SubBlockRun {
    if (member < 0 || firstSubBlock < 0 || subBlockCount < 1) {
      throw new EcException(
          "bad run: member=" + member + ", firstSubBlock=" + firstSubBlock + ", subBlockCount="
              + subBlockCount);
    }
  }

  /** The first sub-block after the run. */
  public int endSubBlock() {
    return firstSubBlock + subBlockCount;
  }
}
