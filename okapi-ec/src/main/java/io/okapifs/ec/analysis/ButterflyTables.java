package io.okapifs.ec.analysis;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.List;
import java.util.stream.IntStream;
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
            "butterfly", "Butterfly: shares of the surviving blocks that a repair reads and sends",
            rows)
        .with(
            "share_sent is what our helpers send: all that they read.",
            "share_sent_combined is what the construction sends: each helper adds up what it reads."
                + " It is the rank of the helper's share in our plan.",
            "The slides claim half for everything that is sent. They claim it for reads, too,"
                + " unless B is lost.");
  }

  private static Stream<List<Cell>> rowsOf(ErasureCode code) {
    return IntStream.range(0, code.n()).mapToObj(member -> row(code, member));
  }

  private static List<Cell> row(ErasureCode code, int member) {
    RepairCosts costs = RepairCosts.of(code, List.of(MemberSets.of(member)));
    double read = costs.blocks().average() / (code.n() - 1);
    double combined = SentData.combinedBlocks(code, member) / (code.n() - 1);
    boolean isB = member == code.n() - 1;
    return List.of(
        Cell.key("n", code.n()), Cell.key("k", code.k()), Cell.key("alpha", code.alpha()),
        Cell.key("member", nameOf(member, code.k())),
        Cell.number("blocks_read", costs.blocks().average()),
        isB ? Cell.number("share_read", read) : Cell.number("share_read", read, "0.5"),
        Cell.number("share_sent", read),
        Cell.number("share_sent_combined", combined, "0.5"),
        Cell.number("seeks", costs.seeks().average()));
  }

  private static String nameOf(int member, int k) {
    return member < k ? "D" + member : member == k ? "H" : "B";
  }
}
