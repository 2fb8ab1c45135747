package io.okapifs.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows as text for a terminal, in columns. */
public final class PaperText {
  private static final String NOTHING = "-";

  private PaperText() {}

  /** Every row: id, place, label and how one has it. */
  public static String list(List<Row> rows) {
    List<List<String>> lines = new ArrayList<>(List.of(List.of("ID", "LABEL", "HOW", "PLACE")));
    rows.forEach(
        row -> lines.add(
            List.of(row.id(), row.label().text(), plain(row.source().how()), row.place())));
    return columns(lines);
  }

  /** A line for each row. */
  public static String summary(List<RowResult> results) {
    List<List<String>> lines =
        new ArrayList<>(List.of(List.of("ID", "LABEL", "STATE", "AGREEMENT OR NOTE")));
    results.forEach(
        result -> {
          String agreement = result.agreement();
          lines.add(
              List.of(
                  result.row().id(), result.row().label().text(), result.outcome().state().text(),
                  agreement.isEmpty() ? plain(result.outcome().note()) : agreement));
        });
    return columns(lines);
  }

  /** A row with all of its values. */
  public static String details(RowResult result) {
    Row row = result.row();
    List<List<String>> lines =
        new ArrayList<>(List.of(List.of("VALUE", "PAPER", "OURS", "DIFFERENCE", "REASON")));
    for (PaperValue value : result.outcome().values()) {
      lines.add(
          List.of(
              value.name(), value.printed().orElse(NOTHING), value.ours().orElse(NOTHING),
              value.difference().orElse(NOTHING), value.reason()));
    }
    String head =
        row.id() + ": " + row.paper().title() + ", " + row.place() + "\n" + row.says() + "\n"
            + row.label().text()
            + (result.hasOurs() ? ", by " + plain(row.source().how()) + ". " : ". ")
            + plain(result.outcome().note());
    return head.strip() + "\n" + (lines.size() > 1 ? columns(lines) : "");
  }

  private static String plain(String markdown) {
    return markdown.replace("`", "");
  }

  private static String columns(List<List<String>> lines) {
    int last = lines.get(0).size() - 1;
    int[] widths =
        IntStream.range(0, last)
            .map(i -> lines.stream().mapToInt(line -> line.get(i).length()).max().orElse(0))
            .toArray();
    return lines.stream()
        .map(
            line ->
                IntStream.range(0, last)
                        .mapToObj(i -> pad(line.get(i), widths[i]))
                        .collect(Collectors.joining("  "))
                    + "  " + line.get(last))
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
