package io.okapifs.bench.paper;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docs/RESULTS.md: what every kept file of measured results has, with machine and commit. */
public final class ResultsPage {
  private static final MathContext DIGITS = new MathContext(4);

  private static final String INTRODUCTION =
      """
      # What was measured

      Written by `bin/bench paper --measured` from the files in `benchmarks/results`; a test fails
      where it is stale. [BENCHMARKS.md](BENCHMARKS.md) says what each command does and what its
      numbers mean. A number with two more in brackets is a median or a mean with the 95% interval
      of its repetitions. Load is that of the machine before the run.

      """;

  private ResultsPage() {}

  /**
   * The page, in Markdown.
   *
   * @param folder of the files
   * @throws IllegalArgumentException where a line is no JSON object, naming file and line
   */
  public static String of(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files =
          all.filter(file -> file.toString().endsWith(".jsonl"))
              .filter(file -> !file.getFileName().toString().startsWith("simulate-"))
              .sorted()
              .toList();
    }
    return INTRODUCTION.stripTrailing() + "\n"
        + files.stream().map(KeptResults::read).map(ResultsPage::section)
            .collect(Collectors.joining());
  }

  private static String section(ResultLines file) {
    StringBuilder text = new StringBuilder("\n## " + file.file().replace(".jsonl", "") + "\n\n");
    String command = text(file.result("environment"), "command");
    if (!command.isEmpty()) {
      text.append('`').append(command).append("`\n\n");
    }
    text.append(file.measuredOn()).append('\n');
    for (ResultKind kind : ResultKind.ALL) {
      ResultLines lines = file.result(kind.kind());
      if (!lines.lines().isEmpty()) {
        text.append(table(kind, lines.lines()));
      }
    }
    return text.toString();
  }

  private static String text(ResultLines lines, String field) {
    return lines.lines().stream()
        .map(line -> line.path(field).asText())
        .findFirst()
        .orElse("");
  }

  /** Columns that no line has are left out. */
  private static String table(ResultKind kind, List<JsonNode> lines) {
    List<String> columns = new ArrayList<>(kind.keys());
    if (!kind.value().isEmpty()) {
      columns.add(kind.value());
    }
    columns.addAll(kind.others());
    columns.removeIf(column -> lines.stream().allMatch(line -> isEmpty(line.path(column))));
    String title = kind.kind().isEmpty() ? "" : "\n" + kind.kind() + ":\n";
    String rule =
        columns.stream().map(column -> "---").collect(Collectors.joining("|", "|", "|\n"));
    return title + "\n" + row(columns.stream()) + rule
        + lines.stream()
            .map(line -> row(columns.stream().map(column -> cell(kind, line, column))))
            .collect(Collectors.joining());
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static String cell(ResultKind kind, JsonNode line, String column) {
    String value = number(line.path(column));
    boolean hasInterval = column.equals(kind.value()) && line.has("low95");
    return hasInterval
        ? value + " [" + number(line.path("low95")) + ", " + number(line.path("high95")) + "]"
        : value;
  }

  private static String number(JsonNode value) {
    if (isEmpty(value)) {
      return "";
    }
    return value.isFloatingPointNumber() && Double.isFinite(value.asDouble())
        ? BigDecimal.valueOf(value.asDouble()).round(DIGITS).stripTrailingZeros().toPlainString()
        : value.asText();
  }

  private static String row(Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
