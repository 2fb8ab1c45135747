package io.okapifs.ec.plan;

import io.okapifs.ec.matrix.GfMatrix;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One step of a {@link CodingProgram}: targets = coefficients x sources, or targets += coefficients
 * x sources.
 *
 * <p>Targets and sources are slot numbers of the program; row i of the coefficients belongs to
 * target i and column j to source j. No slot appears twice, so that a kernel may write targets
 * while it reads sources.
 *
 * @param adds whether the product is added to what the targets hold (XOR) or replaces it
 * @param targets the slots written, at least one
 * @param sources the slots read, at least one
 * @param coefficients one row per target, one column per source
 */
public record Step(
    boolean adds, List<Integer> targets, List<Integer> sources, GfMatrix coefficients) {
  public Step {
    targets = List.copyOf(targets);
    sources = List.copyOf(sources);
    if (targets.isEmpty() || sources.isEmpty()) {
      throw new IllegalArgumentException(
          "a step needs targets and sources: targets=" + targets + ", sources=" + sources);
    }
    if (coefficients.rowCount() != targets.size()
        || coefficients.columnCount() != sources.size()) {
      throw new IllegalArgumentException(
          "coefficients do not fit: rowCount=" + coefficients.rowCount() + ", columnCount="
              + coefficients.columnCount() + ", targets=" + targets + ", sources=" + sources);
    }
    Set<Integer> slots = new HashSet<>(targets);
    slots.addAll(sources);
    if (slots.size() != targets.size() + sources.size()) {
      throw new IllegalArgumentException(
          "a slot appears twice in a step: targets=" + targets + ", sources=" + sources);
    }
  }
}
