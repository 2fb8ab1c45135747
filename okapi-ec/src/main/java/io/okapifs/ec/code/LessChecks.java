package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The steps that compute all checks of {@link Less} over members that are known, which are the
 * inputs of the program.
 *
 * <p>Every sub-block is multiplied by its powers once: the sum over sub-block j of group g (g not
 * j) belongs to the checks of both X_j and X_g.
 *
 * <p>From: the checks are Equation 5 of LESS, FAST'26 (section 3.3), sharing sums is ours.
 */
final class LessChecks {
  private final Less code;
  private final CodingProgram.Builder program;
  private final int alpha;
  private final LessGroups groups;

  /** The first input of each known member, -1 for those unknown. */
  private final int[] firstInput;

  /** Per sub-stripe, the sums that make its checks; a sum is one temporary per power. */
  private final List<List<List<Integer>>> sums = new ArrayList<>();

  LessChecks(Less code, CodingProgram.Builder program, BitSet known) {
    this.code = code;
    this.program = program;
    this.alpha = code.alpha();
    this.groups = code.groups();
    this.firstInput = IntStream.generate(() -> -1).limit(groups.n()).toArray();
    int inputs = 0;
    for (int member : known.stream().toArray()) {
      firstInput[member] = inputs;
      inputs += alpha;
    }
  }

  /** The slots of all checks, check t of X_z at t * alpha + z. */
  List<Integer> appendAll() {
    IntStream.range(0, alpha).forEach(z -> sums.add(new ArrayList<>()));
    for (int j = 0; j < alpha; j++) {
      addSum(j, List.of(j, alpha), List.of(j));
      for (int group = 0; group < alpha; group++) {
        if (group != j) {
          addSum(j, List.of(group), List.of(j, group));
        }
      }
    }
    List<Integer> checks = new ArrayList<>();
    for (int row = 0; row < code.r() * alpha; row++) {
      checks.add(total(sums.get(row % alpha), row / alpha));
    }
    return checks;
  }

  /** The sum over sub-block j of some groups, which belongs to the checks of some sub-stripes. */
  private void addSum(int j, List<Integer> ofGroups, List<Integer> ofStripes) {
    int[] members =
        ofGroups.stream()
            .flatMapToInt(groups::members)
            .filter(member -> firstInput[member] >= 0)
            .toArray();
    if (members.length == 0) {
      return;
    }
    List<Integer> sum =
        IntStream.range(0, code.r()).mapToObj(t -> program.newTemporary()).toList();
    program.set(
        sum,
        code.powers(IntStream.of(members).map(member -> member * alpha + j).toArray()),
        IntStream.of(members).map(member -> firstInput[member] + j).boxed().toList());
    ofStripes.forEach(z -> sums.get(z).add(sum));
  }

  /** One power of all sums of a sub-stripe: plain XOR. */
  private int total(List<List<Integer>> ofStripe, int power) {
    int width = code.symbolBytes();
    List<Integer> sources = ofStripe.stream().map(sum -> sum.get(power)).toList();
    GfMatrix ones =
        GfMatrix.of(
            width, width * sources.size(), (row, column) -> column % width == row ? 1 : 0);
    int total = program.newTemporary();
    program.set(List.of(total), ones, sources);
    return total;
  }
}
