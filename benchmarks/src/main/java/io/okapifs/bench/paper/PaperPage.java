package io.okapifs.bench.paper;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docs/PAPERS.md: every row with the paper's values, ours and the difference. */
public final class PaperPage {
  /** Of rows without a printed value so many of ours are shown; files have the others. */
  private static final int UNPRINTED_MAX = 40;

  private static final String INTRODUCTION =
      """
      # The papers' results, and ours

      Written by `bin/bench paper --document`; a test fails where it is stale, and where a value
      differs without a reason. `bin/bench paper ID` prints any row with all of its values,
      [BENCHMARKS.md](BENCHMARKS.md#paper) says how to measure again.

      The paper's values are copied from its text and its tables, some as ratios of two printed
      numbers; curves that no number describes are not read off. A difference is ours, rounded to
      the digits that the paper prints, less the paper's. Files named in notes are in
      `benchmarks/results`.

      """;

  private PaperPage() {}

  /** The page, in Markdown. */
  public static String of(List<RowResult> results) {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    for (Label label : Label.values()) {
      page.append("* **").append(label.text()).append("**: ").append(label.meaning())
          .append(".\n");
    }
    page.append('\n').append(states(results)).append(index(results));
    for (SourcePaper paper : SourcePaper.values()) {
      page.append("\n## ").append(paper.title()).append('\n');
      results.stream()
          .filter(result -> result.row().paper() == paper)
          .forEach(result -> page.append(section(result)));
    }
    return page.toString();
  }

  private static String states(List<RowResult> results) {
    Map<Outcome.State, Integer> counts = new EnumMap<>(Outcome.State.class);
    results.forEach(result -> counts.merge(result.outcome().state(), 1, Integer::sum));
    String text =
        Arrays.stream(Outcome.State.values())
            .filter(counts::containsKey)
            .map(state -> counts.get(state) + " " + state.text())
            .collect(Collectors.joining(", "));
    return "Of " + results.size() + " rows: " + text + ".\n";
  }

  private static String index(List<RowResult> results) {
    return results.stream()
        .map(
            result ->
                line(
                    Stream.of(
                        "[" + result.row().id() + "](#" + result.row().id() + ")",
                        result.row().place(), result.row().label().text(),
                        result.outcome().state().text(), result.agreement())))
        .collect(
            Collectors.joining(
                "", "\n| row | place | label | state | |\n|---|---|---|---|---|\n", ""));
  }

  private static String section(RowResult result) {
    Row row = result.row();
    StringBuilder text =
        new StringBuilder(
            "\n### " + row.id() + "\n\n" + sentence(row.place()) + ". " + row.says() + "\n\n");
    text.append(sentence(row.label().text()))
        .append(result.hasOurs() ? ", by " + row.source().how() : "").append(". ")
        .append(result.outcome().note());
    return text.toString().stripTrailing() + "\n" + table(result);
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static String table(RowResult result) {
    List<PaperValue> printed = result.printed();
    List<PaperValue> shown =
        printed.isEmpty()
            ? result.outcome().values().stream().limit(UNPRINTED_MAX).toList()
            : printed;
    if (shown.isEmpty()) {
      return "";
    }
    return shown.stream()
        .map(
            value ->
                line(
                    Stream.of(
                        value.name(), value.printed().orElse(""), value.ours().orElse(""),
                        value.difference().orElse(""), value.reason())))
        .collect(
            Collectors.joining(
                "", "\n| value | paper | ours | difference | reason |\n|---|---|---|---|---|\n",
                more(result, shown.size())));
  }

  private static String more(RowResult result, int shown) {
    int others = result.outcome().values().size() - shown;
    return others == 0 ? "" : "\nAnd " + others + " values that the paper does not print.\n";
  }

  private static String line(Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
