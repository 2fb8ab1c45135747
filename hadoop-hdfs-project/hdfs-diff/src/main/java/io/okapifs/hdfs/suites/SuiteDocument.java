package io.okapifs.hdfs.suites;

import io.okapifs.hdfs.suites.Suite.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table for readers: what upstream's own tests say of the woven jars. */
final class SuiteDocument {

  private static final String HEAD =
      """
      # Upstream's own tests

      Written by `scripts/upstream-tests --write`; do not edit. The classes come from Hadoop's tests
      jars and run unmodified, each in a JVM of its own.

      * **stock**: on the stock jars.
      * **off**: on the woven jars; no file has a stripe width.
      * **forced**: on the woven jars; every erasure coded file has one, k - 2 but at least 1.

      "all" means that a class runs with `scripts/test --all` only. A case that is worse than on the
      stock jars fails the build, unless it is listed below with a reason; one that fails is repeated
      twice before it counts. A result is "passed of executed cases, seconds"; the seconds are those
      of the machine that recorded it.

      | class | flows | stock | off | forced | note |
      |---|---|---|---|---|---|
      """;

  private final SuiteTable table;
  private final SuiteResults results;

  SuiteDocument(SuiteTable table, SuiteResults results) {
    this.table = table;
    this.results = results;
  }

  String text() {
    List<String> lines = new ArrayList<>();
    for (Suite suite : table.suites().values()) {
      lines.add(
          row(
              suite.name().substring(suite.name().lastIndexOf('.') + 1), suite.flows(),
              cell(suite, SuiteMode.STOCK), cell(suite, SuiteMode.OFF),
              cell(suite, SuiteMode.FORCED), suite.note()));
    }
    lines.add("");
    lines.addAll(failures());
    lines.addAll(differences());
    return HEAD + String.join("\n", lines) + "\n";
  }

  private String cell(Suite suite, SuiteMode mode) {
    When when = suite.in(mode);
    if (when == When.NO) {
      return "-";
    }
    SuiteResult result = results.get(mode, suite.name());
    if (result == null) {
      return "not recorded";
    }
    return "%d of %d, %d s%s"
        .formatted(
            result.executedCount() - result.failed().size(), result.executedCount(),
            result.seconds(),
            when == When.CI ? "" : " (" + when.name().toLowerCase(Locale.ROOT) + ")");
  }

  private List<String> failures() {
    List<String> lines = new ArrayList<>();
    for (Suite suite : table.suites().values()) {
      for (SuiteMode mode : SuiteMode.values()) {
        SuiteResult result = results.get(mode, suite.name());
        if (suite.in(mode) != When.NO && result != null) {
          result.failed().forEach(name -> lines.add(failure(suite, name, mode, "every time")));
          result.flaky().forEach(name -> lines.add(failure(suite, name, mode, "not always")));
        }
      }
    }
    return section("Cases that failed", "case | mode | how often", lines);
  }

  private static String failure(Suite suite, String testCase, SuiteMode mode, String howOften) {
    return row(suite.name() + "#" + testCase, mode.toString(), howOften);
  }

  private List<String> differences() {
    List<String> lines = new ArrayList<>();
    table.differences().forEach((name, reason) -> lines.add(row(name, reason)));
    return section("Differences with a stripe width, by design", "case | reason", lines);
  }

  private static List<String> section(String title, String columns, List<String> lines) {
    List<String> section = new ArrayList<>();
    section.add("## " + title);
    section.add("");
    if (lines.isEmpty()) {
      section.add("None.");
    } else {
      section.add("| " + columns + " |");
      section.add(columns.replaceAll("[^|]+", "---").transform(dashes -> "|" + dashes + "|"));
      section.addAll(lines);
    }
    section.add("");
    return section;
  }

  private static String row(String... columns) {
    return ("| " + String.join(" | ", columns) + " |").replaceAll(" +", " ");
  }
}
