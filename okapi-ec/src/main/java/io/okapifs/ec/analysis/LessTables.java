package io.okapifs.ec.analysis;

import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The numbers of section 4.1 of LESS, FAST'26: Tables 2 and 3, Figure 3.
 */
final class LessTables {
  private LessTables() {}

  /** A row of Table 2 (section 4.1): the paper's name, ours, and the six printed numbers. */
  private record Single(String family, String code, String... printed) {}

  private static final List<Single> TABLE_2 = List.of(
      new Single("RS", "RS-10-4", "10.00", "10.00", "10.00", "10.000", "10", "10"),
      new Single("CLAY", "CLAY-10-4", "3.25", "3.25", "3.25", "286.00", "13", "832"),
      new Single("HITCHHIKER", "HHXORPLUS-10-4", "7.50", "6.50", "10.00", "10.86", "10", "13"),
      new Single("HASHTAG", "HASHTAG2-10-4", "7.07", "5.50", "10.00", "10.71", "10", "11"),
      new Single("HASHTAG", "HASHTAG3-10-4", "6.67", "4.34", "10.00", "12.64", "10", "20"),
      new Single("HASHTAG", "HASHTAG4-10-4", "6.04", "4.00", "10.00", "12.14", "10", "13"),
      new Single("ET", "ET2-10-4", "7.50", "7.50", "7.50", "11.00", "11", "11"),
      new Single("ET", "ET3-10-4", "7.14", "6.67", "7.67", "13.43", "12", "14"),
      new Single("ET", "ET4-10-4", "5.86", "5.50", "6.25", "14.29", "13", "15"),
      new Single("LESS", "LESS2-10-4", "7.36", "7.00", "7.50", "11.00", "11", "11"),
      new Single("LESS", "LESS3-10-4", "5.71", "5.33", "6.00", "12.00", "12", "12"),
      new Single("LESS", "LESS4-10-4", "4.64", "4.00", "4.75", "13.00", "13", "13"));

  static PaperTable table2() {
    return new PaperTable(
        "less-table-2", "LESS, Table 2: repair of one block, (n,k) = (14,10)",
        TABLE_2.stream().map(LessTables::row).toList())
        .with("HashTag with alpha = 3 reads 13/3 = 4.333 blocks at least; the paper rounds it up.");
  }

  private static List<Cell> row(Single single) {
    ErasureCode code = CodeRegistry.byName(single.code);
    RepairCosts costs = RepairCosts.of(code, 1);
    String[] printed = single.printed;
    List<Cell> row = keys(single.family, code);
    row.add(Cell.number("io_avg", costs.blocks().average(), printed[0]));
    row.add(Cell.number("io_min", costs.blocks().min(), printed[1]));
    row.add(Cell.number("io_max", costs.blocks().max(), printed[2]));
    row.add(Cell.number("seeks_avg", costs.seeks().average(), printed[3]));
    row.add(Cell.number("seeks_min", costs.seeks().min(), printed[4]));
    row.add(Cell.number("seeks_max", costs.seeks().max(), printed[5]));
    return row;
  }

  private static List<Cell> keys(String family, ErasureCode code) {
    return new ArrayList<>(
        List.of(
            Cell.key("code", family), Cell.key("n", code.n()), Cell.key("k", code.k()),
            Cell.key("alpha", code.alpha())));
  }

  /** A row of Table 3 (section 4.1): reads in blocks, and seeks, both on average. */
  private record Wide(String family, String code, String blocks, String seeks) {}

  static PaperTable table3() {
    List<List<Cell>> rows =
        Stream.of(
                new Wide("RS", "RS-76-4", "76", "76"),
                new Wide("RS", "RS-96-4", "96", "96"),
                new Wide("RS", "RS-120-4", "120", "120"),
                new Wide("LESS", "LESS4-76-4", "31", "79"),
                new Wide("LESS", "LESS4-96-4", "39", "99"),
                new Wide("LESS", "LESS4-120-4", "48.6", "123"))
            .map(
                wide -> {
                  ErasureCode code = CodeRegistry.byName(wide.code);
                  RepairCosts costs = RepairCosts.of(code, 1);
                  List<Cell> row = keys(wide.family, code);
                  row.add(Cell.number("io_avg", costs.blocks().average(), wide.blocks));
                  row.add(Cell.number("seeks_avg", costs.seeks().average(), wide.seeks));
                  return row;
                })
            .toList();
    return new PaperTable("less-table-3", "LESS, Table 3: repair of one block, wide codes", rows);
  }

  /**
   * Of Figure 3 the text (section 4.1, Exp#A2) prints what is saved and how often, of two pairs of
   * parameters each.
   */
  private record Pair(int k, String savedPercent, String cheaperPercent) {}

  static PaperTable figure3() {
    List<List<Cell>> rows =
        Stream.of(
                new Pair(8, null, "27.3"), new Pair(10, "7.4", "28.6"), new Pair(12, null, null),
                new Pair(76, null, null), new Pair(96, null, null), new Pair(120, "10.8", "32.8"))
            .map(LessTables::row)
            .toList();
    return new PaperTable(
        "less-figure-3", "LESS, Figure 3: repair of two blocks, against the k blocks of RS", rows)
        .with(
            "The paper cuts 7.473 to 7.4 instead of rounding it.",
            "10.748 rounds to 10.7, the paper prints 10.8.");
  }

  private static List<Cell> row(Pair pair) {
    ErasureCode code = CodeRegistry.create("less2", pair.k, 4);
    RepairCosts costs = RepairCosts.of(code, 2);
    double saved = 100 * (1 - costs.blocks().average() / code.k());
    List<Cell> row = rangeOf("LESS", code, costs);
    row.add(percent("saved_percent", saved, pair.savedPercent));
    row.add(percent("cheaper_percent", 100 * costs.cheaperShare(), pair.cheaperPercent));
    return row;
  }

  private static Cell percent(String column, double ours, String printed) {
    return printed == null ? Cell.number(column, ours) : Cell.number(column, ours, printed);
  }

  private static List<Cell> rangeOf(String family, ErasureCode code, RepairCosts costs) {
    List<Cell> row = keys(family, code);
    row.add(Cell.number("io_avg", costs.blocks().average()));
    row.add(Cell.number("io_min", costs.blocks().min()));
    row.add(Cell.number("io_max", costs.blocks().max()));
    row.add(Cell.number("seeks_avg", costs.seeks().average()));
    row.add(Cell.number("seeks_min", costs.seeks().min()));
    row.add(Cell.number("seeks_max", costs.seeks().max()));
    return row;
  }

  /** The paper has no such table: Figure 3 is of LESS alone. */
  static PaperTable twoBlockRepairs() {
    List<List<Cell>> rows =
        Stream.of(
                "RS-10-4", "HHXORPLUS-10-4", "HASHTAG4-10-4", "ET4-10-4", "LESS2-10-4",
                "LESS3-10-4", "LESS4-10-4", "AZURE-LRC2-12-4", "XORBAS5-10-6", "SHEC3-6-4",
                "SHEC5-10-6", "FLATXOR3-10-5", "FLATXOR4-10-6", "BUTTERFLY-4-2", "PMRBT-5-5")
            .map(CodeRegistry::byName)
            .map(code -> rangeOf(code.name(), code, RepairCosts.of(code, 2)))
            .toList();
    return new PaperTable("two-block-repairs", "Repair of two blocks", rows);
  }
}
