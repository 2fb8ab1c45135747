package io.okapifs.ec.analysis;

import io.okapifs.ec.code.LessElement;
import io.okapifs.ec.code.LessLosses;
import io.okapifs.ec.code.LessSearch;
import io.okapifs.ec.field.SymbolField;
import java.util.ArrayList;
import java.util.List;

/** What appendix A of LESS, FAST'26, says of fields and elements: Table 4, and Theorem 1. */
final class LessElementTables {
  private static final int MEMBERS_MAX = 127;

  /** Up to here all sets of four are tried in a second. */
  private static final int MEMBERS_QUICK = 32;

  private LessElementTables() {}

  /** A row as it is printed. */
  private record Printed(int r, int alpha, int n, SymbolField field, String element) {
    LessElement ours() {
      return LessElement.table().stream()
          .filter(line -> line.r() == r && line.alpha() == alpha && line.field() == field)
          .findFirst()
          .orElseThrow();
    }
  }

  private static final List<Printed> TABLE_4 = List.of(
      new Printed(2, 2, 127, SymbolField.GF256, "2"),
      new Printed(3, 2, 44, SymbolField.GF256, "50"),
      new Printed(3, 2, 127, SymbolField.GF65536, "2"),
      new Printed(3, 3, 40, SymbolField.GF256, "14"),
      new Printed(3, 3, 127, SymbolField.GF65536, "2"),
      new Printed(4, 2, 23, SymbolField.GF256, "6"),
      new Printed(4, 2, 127, SymbolField.GF65536, "46"),
      new Printed(4, 3, 17, SymbolField.GF256, "2"),
      new Printed(4, 3, 127, SymbolField.GF65536, "1362"),
      new Printed(4, 4, 16, SymbolField.GF256, "14"),
      new Printed(4, 4, 127, SymbolField.GF65536, "635"));

  static PaperTable table4() {
    return table4("less-table-4", MEMBERS_QUICK)
        .with(
            "A code of fewer members has a part of the sets of a longer one: n_checked proves"
                + " every n up to it. less-table-4-whole checks up to the printed bounds.",
            "first_p: the smallest primitive element that a search for the printed n finds.",
            "another_p: whether any primitive element of the field reaches n + 1.");
  }

  /** All sets of losses of every row, 31 million of them, and searches of up to 449 elements. */
  static PaperTable wholeTable4() {
    return table4("less-table-4-whole", MEMBERS_MAX);
  }

  private static PaperTable table4(String name, int membersOfFour) {
    return new PaperTable(
        name, "LESS, Table 4: elements that make the code MDS",
        TABLE_4.stream().map(printed -> row(printed, membersOfFour)).toList());
  }

  private static List<Cell> row(Printed printed, int membersOfFour) {
    LessElement line = printed.ours();
    boolean isWide = line.r() == 4 && line.field() == SymbolField.GF65536;
    int checked = isWide ? Math.min(membersOfFour, line.membersMax()) : line.membersMax();
    LessLosses losses =
        new LessLosses(line.field(), line.element(), line.r(), line.alpha(), checked);
    int fatal = losses.fatal(checked, Integer.MAX_VALUE).size();
    List<Cell> row = keys(line);
    row.add(Cell.number("p", line.element(), printed.element));
    row.add(
        checked < line.membersMax()
            ? Cell.key("first_p", "-")
            : Cell.number("first_p", firstElement(line), printed.element));
    row.add(Cell.number("n_max", line.membersMax(), String.valueOf(printed.n)));
    row.add(Cell.key("n_checked", checked));
    row.add(Cell.key("sets", LessLosses.setCount(checked, line.r())));
    row.add(Cell.number("fatal_sets", fatal, "0"));
    row.add(Cell.key("another_p", line.field() == SymbolField.GF256 ? longer(line) : "-"));
    return row;
  }

  private static int firstElement(LessElement line) {
    return LessSearch.of(line.field(), line.r(), line.alpha(), line.membersMax())
        .element()
        .orElseThrow();
  }

  private static List<Cell> keys(LessElement line) {
    return new ArrayList<>(
        List.of(
            Cell.key("n_minus_k", line.r()), Cell.key("alpha", line.alpha()),
            Cell.key("field", "GF(2^" + bits(line.field()) + ")")));
  }

  private static int bits(SymbolField field) {
    return 8 * field.symbolBytes();
  }

  private static String longer(LessElement line) {
    int n = line.membersMax() + 1;
    if (n * line.alpha() > (1 << bits(line.field())) - 1) {
      return "No";
    }
    return LessSearch.of(line.field(), line.r(), line.alpha(), n).element().isPresent()
        ? "Yes"
        : "No";
  }

  /** For all lines of our table, those beyond the paper's too. */
  static PaperTable theorem1() {
    List<List<Cell>> rows = LessElement.table().stream().map(LessElementTables::bound).toList();
    return new PaperTable(
            "less-theorem-1", "LESS, Theorem 1: the field that it takes beside the field in use",
            rows)
        .with(
            "The theorem promises coefficients in fields of at least n*alpha + (n-k-1) * C(n-1, k)"
                + " elements; bits_promised are theirs. The paper prints no values.",
            "Smaller fields may do as well: whether ours do was found by trying all sets of"
                + " losses.");
  }

  private static List<Cell> bound(LessElement line) {
    // C(n-1, k) is C(n-1, r-1).
    long bound =
        (long) line.membersMax() * line.alpha()
            + (line.r() - 1) * LessLosses.setCount(line.membersMax() - 1, line.r() - 1);
    int promised = Long.SIZE - Long.numberOfLeadingZeros(bound - 1);
    return List.of(
        Cell.key("n_minus_k", line.r()), Cell.key("alpha", line.alpha()),
        Cell.key("n", line.membersMax()), Cell.key("bound", bound),
        Cell.key("bits_promised", promised), Cell.key("bits_used", bits(line.field())),
        Cell.key("p", line.element()));
  }
}
