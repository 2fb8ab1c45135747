package io.okapifs.ec.analysis;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of SHEC, HotDep'14 (Tables 1 and 2, section 2.3), but for durability (Equation 1,
 * section 2.1), which depends on failure rates that the paper does not give. Recovery overheads are
 * averages over the losses that can be decoded, in units of k blocks.
 */
final class ShecTables {
  private ShecTables() {}

  /** A row: the parameters k, m and l, and what is printed of them. */
  private record Candidate(int k, int m, int l, String space, String one, String two) {}

  static PaperTable table1() {
    return table(
        "shec-table-1", "SHEC, Table 1: candidates with equal durability",
        new Candidate(4, 2, 4, "67", "1.00", "1.00"),
        new Candidate(4, 3, 3, "57", "0.75", "1.00"),
        new Candidate(6, 4, 3, "60", "0.50", "0.74"))
        .with("The paper cuts 202/270 = 0.748 to 0.74 instead of rounding it.");
  }

  static PaperTable table2() {
    return table(
        "shec-table-2", "SHEC, Table 2: candidates with equal space efficiency",
        new Candidate(4, 2, 4, "67", "1.00", "1.00"),
        new Candidate(5, 3, 3, "63", "0.60", "0.90"),
        new Candidate(7, 4, 3, "64", "0.43", "0.69"));
  }

  private static PaperTable table(String name, String title, Candidate... candidates) {
    return new PaperTable(name, title, Stream.of(candidates).map(ShecTables::row).toList());
  }

  private static List<Cell> row(Candidate candidate) {
    ErasureCode code = CodeRegistry.create("shec" + candidate.l, candidate.k, candidate.m);
    RepairCosts one = RepairCosts.of(code, 1);
    RepairCosts two = RepairCosts.of(code, 2);
    return List.of(
        Cell.key("k", candidate.k), Cell.key("m", candidate.m), Cell.key("l", candidate.l),
        Cell.number("ml_over_k", (double) candidate.m * candidate.l / candidate.k),
        Cell.number("space_percent", 100.0 * code.k() / code.n(), candidate.space),
        Cell.number("overhead_1", one.blocks().average() / code.k(), candidate.one),
        Cell.number("overhead_2", two.blocks().average() / code.k(), candidate.two),
        Cell.key("tolerance", code.tolerance()),
        Cell.key("fatal_pairs", two.undecodableCount()));
  }
}
