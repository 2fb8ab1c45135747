package io.okapifs.ec.analysis;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figures 3, 4 (section 2.2) and 6 (section 2.4) of SHEC, HotDep'14. The text has no values of the
 * last two, nor the parameters.
 */
final class ShecFigures {
  private static final int LOSSES_MAX = 4;

  private ShecFigures() {}

  /**
   * Simple local groups: k/l groups of l data members with m*l/k parities each, which survive as
   * many losses as the group has parities.
   */
  private record SimpleGroups(int k, int m, int l) {
    boolean survives(BitSet lost) {
      int parities = m * l / k;
      int[] losses = new int[k / l];
      lost.stream()
          .map(member -> member < k ? member / l : (member - k) / parities)
          .forEach(group -> losses[group]++);
      return IntStream.of(losses).allMatch(count -> count <= parities);
    }

    long fatalCount(int losses) {
      return MemberSets.ofSize(k + m, losses).filter(lost -> !survives(lost)).count();
    }
  }

  private static ErasureCode shec(int k, int m, int l) {
    return CodeRegistry.create("shec" + l, k, m);
  }

  /** How many sets of so many lost members a code does not survive. */
  static long fatalCount(ErasureCode code, int losses) {
    return MemberSets.ofSize(code.n(), losses)
        .filter(lost -> !code.decodable(MemberSets.others(lost, code.n())))
        .count();
  }

  static PaperTable figure3() {
    ErasureCode code = shec(6, 4, 3);
    SimpleGroups groups = new SimpleGroups(6, 4, 3);
    List<List<Cell>> rows = new ArrayList<>();
    for (int losses = 1; losses <= LOSSES_MAX; losses++) {
      long ofShec = fatalCount(code, losses);
      long ofGroups = groups.fatalCount(losses);
      double share = ofGroups == 0 ? 0 : (double) ofShec / ofGroups;
      rows.add(
          List.of(
              Cell.key("losses", losses),
              Cell.key("sets", MemberSets.ofSize(code.n(), losses).count()),
              Cell.key("fatal_shec", ofShec), Cell.key("fatal_simple_groups", ofGroups),
              losses == 3
                  ? Cell.number("shec_per_simple_groups", share, "0.5")
                  : Cell.number("shec_per_simple_groups", share)));
    }
    return new PaperTable(
            "shec-figure-3",
            "SHEC, Figure 3: losses that SHEC(6,4,3) and simple local groups do not survive", rows)
        .with(
            "Simple local groups: two groups of 3 data members, each with 2 parities of its own.",
            "The paper prints half for the three losses of its example.");
  }

  static PaperTable figure4() {
    List<List<Cell>> rows =
        Stream.of(
                new SimpleGroups(4, 4, 2), new SimpleGroups(6, 4, 3), new SimpleGroups(8, 4, 4),
                new SimpleGroups(10, 4, 5),
                new SimpleGroups(6, 6, 3), new SimpleGroups(8, 6, 4), new SimpleGroups(10, 6, 5),
                new SimpleGroups(8, 8, 4), new SimpleGroups(10, 8, 5))
            .map(ShecFigures::improvement)
            .toList();
    return new PaperTable(
            "shec-figure-4",
            "SHEC, Figure 4: how many times as many losses are fatal to simple local groups", rows)
        .with(
            "The text has neither the parameters nor the values of the figure. These are all SHEC"
                + " codes of two groups with k up to 10, n up to 18 and a whole ml/k of 2 or more.",
            "Counted are sets of ml/k + 1 losses, the fewest that are fatal to simple local groups."
                + " For SHEC(6,4,3) the paper prints a factor of 2.");
  }

  private static List<Cell> improvement(SimpleGroups groups) {
    int losses = groups.m * groups.l / groups.k + 1;
    long ofShec = fatalCount(shec(groups.k, groups.m, groups.l), losses);
    long ofGroups = groups.fatalCount(losses);
    double factor = (double) ofGroups / ofShec;
    boolean isPrinted = groups.k == 6 && groups.m == 4;
    return List.of(
        Cell.key("k", groups.k), Cell.key("m", groups.m), Cell.key("l", groups.l),
        Cell.key("ml_over_k", losses - 1), Cell.key("losses", losses),
        Cell.key("fatal_shec", ofShec), Cell.key("fatal_simple_groups", ofGroups),
        isPrinted
            ? Cell.number("improvement", factor, "2")
            : Cell.number("improvement", factor));
  }

  /** Codes of ten data members that survive any three losses. */
  static PaperTable figure6() {
    List<List<Cell>> rows =
        Stream.of("RS-10-3", "AZURE-LRC2-10-4", "XORBAS5-10-5", "SHEC5-10-6")
            .map(CodeRegistry::byName)
            .map(ShecFigures::overheads)
            .toList();
    return new PaperTable(
            "shec-figure-6", "SHEC, Figure 6: blocks that a repair reads, in units of k", rows)
        .with(
            "The text has neither the parameters nor the values of the figure. These codes have k"
                + " = 10 and survive any three losses.",
            "Averages are over the sets of losses that can be decoded. The column fatal_4 has the"
                + " sets of four that cannot; of RS it is all.");
  }

  private static List<Cell> overheads(ErasureCode code) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.key("code", code.name()));
    row.add(Cell.key("tolerance", code.tolerance()));
    row.add(Cell.number("space_percent", 100.0 * code.k() / code.n()));
    for (int losses = 1; losses <= code.tolerance(); losses++) {
      RepairCosts costs = RepairCosts.of(code, losses);
      row.add(Cell.number("overhead_" + losses, costs.blocks().average() / code.k()));
    }
    row.add(Cell.key("fatal_4", fatalCount(code, LOSSES_MAX)));
    return row;
  }
}
