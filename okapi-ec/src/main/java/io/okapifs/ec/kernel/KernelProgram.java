package io.okapifs.ec.kernel;

import java.util.List;

/**
 * What a kernel runs: steps over slots, numbered inputs first, then outputs, then temporaries. The
 * caller has checked it; kernels trust it.
 *
 * <p>Without planes (planeBytes = 0) a slot is a buffer. With planes, buffers are rows of granules
 * of two planes, and slots 2i and 2i+1 are the first and the second plane of buffer i: of granule g
 * the bytes [2g * planeBytes, (2g+1) * planeBytes) and the planeBytes after them. Input slots then
 * belong to inputCount / 2 buffers and output slots to outputCount / 2. Steps run within one
 * granule: byte i of a plane depends on bytes i of planes of the same granule.
 *
 * @param inputCount number of inputs
 * @param outputCount number of outputs
 * @param temporaryCount number of temporaries, which the kernel provides
 * @param planeBytes 0, or the length of half a granule
 * @param steps in the order in which they run
 */
public record KernelProgram(
    int inputCount,
    int outputCount,
    int temporaryCount,
    int planeBytes,
    List<KernelStep> steps) {
  public KernelProgram {
    steps = List.copyOf(steps);
  }

  /** A program without planes. */
  public KernelProgram(
      int inputCount, int outputCount, int temporaryCount, List<KernelStep> steps) {
    this(inputCount, outputCount, temporaryCount, 0, steps);
  }

  /** How many slots share a buffer. */
  int slotsPerBuffer() {
    return planeBytes == 0 ? 1 : 2;
  }

  /** All slots together. */
  public int slotCount() {
    return inputCount + outputCount + temporaryCount;
  }
}
