package io.okapifs.ec.kernel;

import java.util.List;

/**
 * What a kernel runs: steps over slots, numbered inputs first, then outputs, then temporaries. The
 * caller has checked it; kernels trust it.
 *
 * @param inputCount number of inputs
 * @param outputCount number of outputs
 * @param temporaryCount number of temporaries, which the kernel provides
 * @param steps in the order in which they run
 */
public record KernelProgram(
    int inputCount, int outputCount, int temporaryCount, List<KernelStep> steps) {
  public KernelProgram {
    steps = List.copyOf(steps);
  }

  /** All slots together. */
  public int slotCount() {
    return inputCount + outputCount + temporaryCount;
  }
}
