package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One step of a {@link CodingProgram}: targets = coefficients x sources, or targets += coefficients
 * x sources.
 *
 * <p>Targets and sources are slot numbers of the program; row i of the coefficients belongs to
 * target i and column j to source j. Where symbols are two bytes wide, rows 2i and 2i+1 belong to
 * the low and high bytes of target i, and so do columns. No slot appears twice, so that a kernel
 * may write targets while it reads sources. Anything else is refused with {@link EcException}.
 *
 * @param adds whether the product is added to what the targets hold (XOR) or replaces it
 * @param targets the slots written, at least one
 * @param sources the slots read, at least one
 * @param coefficients symbolBytes rows per target, as many columns per source
 */
public record Step(
    boolean adds, List<Integer> targets, List<Integer> sources, GfMatrix coefficients) {
  public Step {
    targets = List.copyOf(targets);
    sources = List.copyOf(sources);
    if (targets.isEmpty() || sources.isEmpty()) {
      throw new EcException(
          "a step needs targets and sources: targets=" + targets + ", sources=" + sources);
    }
    int symbolBytes = coefficients.rowCount() / targets.size();
    if (symbolBytes < 1
        || symbolBytes > CodingProgram.SYMBOL_BYTES_MAX
        || coefficients.rowCount() != symbolBytes * targets.size()
        || coefficients.columnCount() != symbolBytes * sources.size()) {
      throw new EcException(
          "coefficients do not fit: rowCount=" + coefficients.rowCount() + ", columnCount="
              + coefficients.columnCount() + ", targets=" + targets + ", sources=" + sources);
    }
    Set<Integer> slots = new HashSet<>(targets);
    slots.addAll(sources);
    if (slots.size() != targets.size() + sources.size()) {
      throw new EcException(
          "a slot appears twice in a step: targets=" + targets + ", sources=" + sources);
    }
  }

  /** How many bytes a symbol has: 1, or 2 with elements of GF(2^16). */
  int symbolBytes() {
    return coefficients.rowCount() / targets.size();
  }
}
