package io.okapifs.ec.analysis;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of a paper, computed again. A value.
 *
 * @param name what it is asked for by, for example less-table-2
 * @param title what it is of
 * @param rows cells of the same columns each, at least one row
 * @param notes sentences: what was assumed, and why a value differs from the paper's
 */
public record PaperTable(
    String name, String title, List<List<Cell>> rows, List<String> notes) {
  public PaperTable {
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
  }

  /** A table without notes. */
  public PaperTable(String name, String title, List<List<Cell>> rows) {
    this(name, title, rows, List.of());
  }

  /** The same table with notes. */
  public PaperTable with(String... sentences) {
    return new PaperTable(name, title, rows, List.of(sentences));
  }

  /** The names of the columns. */
  public List<String> columns() {
    return rows.get(0).stream().map(Cell::column).toList();
  }

  /** Every cell that differs from what the paper prints. */
  public Stream<Cell> differences() {
    return rows.stream().flatMap(List::stream).filter(Cell::differs);
  }

  /** Our values, with a header line. */
  public String toCsv() {
    Stream<String> lines =
        rows.stream().map(row -> row.stream().map(Cell::ours).collect(Collectors.joining(",")));
    return Stream.concat(Stream.of(String.join(",", columns())), lines)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Our values with the paper's and the difference beside them, as a table in Markdown. */
  public String toMarkdown() {
    Stream<String> header =
        Stream.of(
            "### " + title, "", line(columns()), line(columns().stream().map(c -> "---").toList()));
    Stream<String> lines =
        rows.stream().map(row -> line(row.stream().map(PaperTable::beside).toList()));
    return Stream.concat(header, lines).collect(Collectors.joining("\n", "", "\n"));
  }

  /** {@link #toMarkdown()}, then what differs, the notes, and how many values are the paper's. */
  public String toReport() {
    StringBuilder text = new StringBuilder(toMarkdown()).append('\n');
    differences().forEach(cell -> text.append(sentence(cell)));
    notes.forEach(note -> text.append("Note: ").append(note).append('\n'));
    long printed = rows.stream().flatMap(List::stream).filter(c -> c.printed().isPresent()).count();
    long same = printed - differences().count();
    return text.append(same + " of " + printed + " printed values are ours.\n").toString();
  }

  private static String sentence(Cell cell) {
    return "Differs: " + cell.column() + " is " + cell.ours() + ", the paper prints "
        + cell.printed().orElseThrow() + ".\n";
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String beside(Cell cell) {
    return cell.printed()
        .map(printed -> cell.ours() + " (" + printed + "; " + cell.difference().orElseThrow() + ")")
        .orElse(cell.ours());
  }
}
