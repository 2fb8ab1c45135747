package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * How {@link Less} encodes. In the encode programs the slot of a sub-block is its number: data are
 * inputs and parities outputs.
 */
final class LessPrograms {
  /** From this size of groups on, partial sums that two sub-stripes share save more than they cost. */
  private static final int SHARED_GROUP_SIZE_MIN = 8;

  private final Less code;
  private final int k;
  private final int r;
  private final int alpha;
  private final int n;
  private final LessGroups groups;

  LessPrograms(Less code) {
    this.code = code;
    this.k = code.k();
    this.r = code.r();
    this.alpha = code.alpha();
    this.n = k + r;
    this.groups = code.groups();
  }

  CodingProgram encode() {
    boolean direct = groups.size(0) < SHARED_GROUP_SIZE_MIN && !isEntangled();
    return direct ? encodeDirectly() : encodeByPartialSums();
  }

  /** From all checks over the data to all parity sub-blocks. */
  GfMatrix paritiesFromChecks() {
    return code.checks(IntStream.range(k * alpha, n * alpha).toArray()).invert();
  }

  /** Whether sub-stripes need each other's parities both ways; only when k is tiny. */
  private boolean isEntangled() {
    return groups.groupOf(k) < alpha - 1;
  }

  /** The order to solve the sub-stripes in: last the one that needs parities of the others. */
  private List<Integer> order() {
    List<Integer> order = new ArrayList<>(IntStream.range(0, alpha).boxed().toList());
    int needy = groups.groupOf(k);
    if (needy < alpha) {
      order.remove(Integer.valueOf(needy));
      order.add(needy);
    }
    return order;
  }

  /** The parity sub-blocks that X_z is solved for. */
  private int[] unknown(int z) {
    return IntStream.range(k, n).map(member -> member * alpha + z).toArray();
  }

  /** X_z without these, all of it or its parity sub-blocks alone. */
  private int[] known(int z, int firstMember) {
    BitSet known = groups.extended(z);
    IntStream.of(unknown(z)).forEach(known::clear);
    known.clear(0, firstMember * alpha);
    return known.stream().toArray();
  }

  /** One sub-stripe after the other: its parities straight from its other sub-blocks. */
  private CodingProgram encodeDirectly() {
    CodingProgram.Builder program = builder(k * alpha);
    for (int z : order()) {
      GfMatrix solve = code.powers(unknown(z)).invert();
      program.set(
          boxed(unknown(z)), solve.multiply(code.powers(known(z, 0))), boxed(known(z, 0)));
    }
    return program.build();
  }

  /**
   * Every sub-block is multiplied by its powers once: the sums over sub-block j of group g (g not j)
   * belong to the checks of both X_j and X_g.
   */
  private CodingProgram encodeByPartialSums() {
    CodingProgram.Builder program = builder(k * alpha);
    List<List<List<Integer>>> sums = new ArrayList<>();
    for (int z = 0; z < alpha; z++) {
      sums.add(new ArrayList<>());
    }
    for (int j = 0; j < alpha; j++) {
      addSums(program, sums, j);
    }
    List<List<Integer>> checks = new ArrayList<>();
    for (int z = 0; z < alpha; z++) {
      checks.add(sumUp(program, sums.get(z)));
    }
    if (isEntangled()) {
      List<Integer> all =
          IntStream.range(0, r * alpha)
              .mapToObj(row -> checks.get(row % alpha).get(row / alpha))
              .toList();
      program.set(
          boxed(IntStream.range(k * alpha, n * alpha).toArray()), paritiesFromChecks(), all);
      return program.build();
    }
    for (int z : order()) {
      solve(program, z, checks.get(z), boxed(unknown(z)), IntUnaryOperator.identity());
    }
    return program.build();
  }

  /** The partial sums over sub-block j: of each group that X_j shares with another, and the rest. */
  private void addSums(
      CodingProgram.Builder program, List<List<List<Integer>>> sums, int j) {
    addSum(program, sums, j, List.of(j, alpha), List.of(j));
    for (int group = 0; group < alpha; group++) {
      if (group != j) {
        addSum(program, sums, j, List.of(group), List.of(j, group));
      }
    }
  }

  private void addSum(
      CodingProgram.Builder program, List<List<List<Integer>>> sums, int j,
      List<Integer> ofGroups, List<Integer> ofStripes) {
    int[] subBlocks =
        ofGroups.stream()
            .flatMapToInt(groups::members)
            .filter(member -> member < k)
            .map(member -> member * alpha + j)
            .toArray();
    if (subBlocks.length > 0) {
      List<Integer> sum = temporaries(program, r);
      program.set(sum, code.powers(subBlocks), boxed(subBlocks));
      ofStripes.forEach(z -> sums.get(z).add(sum));
    }
  }

  /** The sum of partial sums, power by power: plain XOR. */
  private List<Integer> sumUp(CodingProgram.Builder program, List<List<Integer>> sums) {
    List<Integer> total = temporaries(program, r);
    for (int t = 0; t < r; t++) {
      int power = t;
      List<Integer> sources = sums.stream().map(sum -> sum.get(power)).toList();
      program.set(List.of(total.get(t)), ones(sources.size()), sources);
    }
    return total;
  }

  /** The parities of X_z from its checks over the data, and from those of its parities known. */
  private void solve(
      CodingProgram.Builder program, int z, List<Integer> checks, List<Integer> targets,
      IntUnaryOperator slotOfParity) {
    GfMatrix solve = code.powers(unknown(z)).invert();
    int[] parities = known(z, k);
    List<Integer> sources = new ArrayList<>(checks);
    sources.addAll(boxed(IntStream.of(parities).map(slotOfParity).toArray()));
    program.set(targets, solve.besides(solve.multiply(code.powers(parities))), sources);
  }

  /** The accumulators become parities in place; each sub-stripe has as many of both. */
  CodingProgram finish() {
    CodingProgram.Builder program = builder(0);
    if (isEntangled()) {
      List<Integer> all = boxed(IntStream.range(0, r * alpha).toArray());
      List<Integer> parities = temporaries(program, r * alpha);
      program.set(parities, paritiesFromChecks(), all);
      copy(program, parities, all);
      return program.build();
    }
    for (int z : order()) {
      int[] slots = IntStream.range(0, r).map(t -> t * alpha + z).toArray();
      List<Integer> parities = temporaries(program, r);
      solve(program, z, boxed(slots), parities, subBlock -> subBlock - k * alpha);
      copy(program, parities, boxed(slots));
    }
    return program.build();
  }

  private void copy(CodingProgram.Builder program, List<Integer> from, List<Integer> to) {
    for (int i = 0; i < from.size(); i++) {
      program.set(List.of(to.get(i)), ones(1), List.of(from.get(i)));
    }
  }

  /** The row that adds so many symbols. */
  private GfMatrix ones(int count) {
    int width = code.symbolBytes();
    return GfMatrix.of(
        width, width * count, (row, column) -> column % width == row ? 1 : 0);
  }

  private CodingProgram.Builder builder(int inputCount) {
    return new CodingProgram.Builder(code.symbolBytes(), inputCount, r * alpha);
  }

  private static List<Integer> temporaries(CodingProgram.Builder program, int count) {
    return IntStream.range(0, count).mapToObj(i -> program.newTemporary()).toList();
  }

  private static List<Integer> boxed(int[] values) {
    return IntStream.of(values).boxed().toList();
  }
}
