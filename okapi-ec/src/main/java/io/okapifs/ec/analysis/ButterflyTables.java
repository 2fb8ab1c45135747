package io.okapifs.ec.analysis;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Theorem 2 (Single Column Regeneration) of the slides on Butterfly, FAST'16, claims: half of
 * what survives is sent for any lost block, and as little is read unless the block is B.
 */
final class ButterflyTables {
  private ButterflyTables() {}

  /** The slides' k: 4 in their examples, 5 and 7 in what they measure. */
  static PaperTable repairs() {
    List<List<Cell>> rows =
        Stream.of(4, 5, 7).flatMap(k -> rowsOf(CodeRegistry.create("butterfly", k, 2))).toList();
    return new PaperTable(
        "butterfly", "Butterfly: share of the surviving blocks that a repair reads", rows);
  }

  private static Stream<List<Cell>> rowsOf(ErasureCode code) {
    List<Integer> members = Stream.iterate(0, m -> m < code.n(), m -> m + 1).toList();
    return members.stream()
        .map(
            member -> {
              RepairCosts costs = RepairCosts.of(code, List.of(MemberSets.of(member)));
              double share = costs.blocks().average() / (code.n() - 1);
              Cell read =
                  member == code.n() - 1
                      ? Cell.number("share_read", share)
                      : Cell.number("share_read", share, "0.5");
              return List.of(
                  Cell.key("n", code.n()), Cell.key("k", code.k()), Cell.key("alpha", code.alpha()),
                  Cell.key("member", nameOf(member, code.k())),
                  Cell.number("io", costs.blocks().average()), read,
                  Cell.number("seeks", costs.seeks().average()));
            });
  }

  private static String nameOf(int member, int k) {
    return member < k ? "D" + member : member == k ? "H" : "B";
  }
}
