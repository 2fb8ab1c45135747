package io.okapifs.ec.kernel;

import java.util.Arrays;

/**
 * targets = coefficients x sources, or targets += coefficients x sources, over slots of a {@link
 * KernelProgram}.
 *
 * <p>Arrays are owned by the step once given: neither side changes them. No slot appears twice.
 * Coefficients of another shape are refused with {@link IllegalArgumentException}.
 *
 * @param adds whether the product is added to the targets
 * @param targets slots written
 * @param sources slots read
 * @param coefficients elements of GF(2^8), polynomial 0x11d, one row per target
 */
public record KernelStep(boolean adds, int[] targets, int[] sources, byte[] coefficients) {
  public KernelStep {
    if (coefficients.length != targets.length * sources.length) {
      throw new IllegalArgumentException(
          "coefficients do not fit: coefficientCount=" + coefficients.length + ", targets="
              + Arrays.toString(targets) + ", sources=" + Arrays.toString(sources));
    }
  }

  /** The coefficient of one source in one target, 0..255. */
  int coefficient(int target, int source) {
    return coefficients[target * sources.length + source] & 0xff;
  }
}
