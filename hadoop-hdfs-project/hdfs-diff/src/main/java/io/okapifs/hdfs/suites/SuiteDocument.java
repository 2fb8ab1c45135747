package io.okapifs.hdfs.suites;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The table for readers: what upstream's own tests say of the woven jars. */
final class SuiteDocument {

  private static final String HEAD =
      """
      # Upstream's own tests

      Written by `scripts/upstream-tests`; do not edit. The classes come from Hadoop's tests jars and
      run unmodified, each in a JVM of its own.

      * **stock**: on the stock jars.
      * **off**: on the woven jars; no file has a stripe width.
      * **forced**: on the woven jars; every erasure coded file has one, k - 2 but at least 1.

      "ci" marks what the continuous integration runs: cheap cases that together execute every join
      point of the two locks that any case executes in that mode, and the classes that are pinned
      below. "ci 2 of 7" are two of a class's seven cases; `scripts/upstream-tests --list` names them.
      The others run with `scripts/test --all` only. A case that is worse than on the stock
      jars fails the build, unless it is listed below with a reason; one that fails is repeated twice
      before it counts. A result is "passed of executed cases, seconds"; the seconds are those of the
      machine that recorded it. "Join points" are those that the class executes, off and forced.

      | class | flows | stock | off | forced | join points | note |
      |---|---|---|---|---|---|---|
      """;

  private final SuiteTable table;
  private final SuiteResults results;
  private final SuiteCover cover;
  private final Map<SuiteMode, List<SuitePart>> chosen = new EnumMap<>(SuiteMode.class);

  SuiteDocument(SuiteTable table, SuiteResults results, SuiteCover cover) {
    this.table = table;
    this.results = results;
    this.cover = cover;
    for (SuiteMode mode : SuiteMode.values()) {
      chosen.put(mode, cover.chosen(table, mode));
    }
  }

  String text() {
    List<String> lines = new ArrayList<>();
    for (Suite suite : table.suites().values()) {
      lines.add(
          row(
              suite.name().substring(suite.name().lastIndexOf('.') + 1), suite.flows(),
              cell(suite, SuiteMode.STOCK), cell(suite, SuiteMode.OFF),
              cell(suite, SuiteMode.FORCED), points(suite), suite.note()));
    }
    lines.add("");
    lines.addAll(fullRuns());
    lines.addAll(executedByNone());
    lines.addAll(executedInOneMode());
    lines.addAll(reasons("Classes that the continuous integration runs in any case", table.pins()));
    lines.addAll(failures());
    lines.addAll(
        reasons("Differences with a stripe width, by design", table.differences()));
    return HEAD + String.join("\n", lines) + "\n";
  }

  private String cell(Suite suite, SuiteMode mode) {
    if (!suite.runsIn(mode)) {
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
            inContinuousIntegration(suite, mode));
  }

  private String inContinuousIntegration(Suite suite, SuiteMode mode) {
    return chosen.get(mode).stream()
        .filter(part -> part.suite().equals(suite.name()))
        .map(
            part ->
                part.isWhole()
                    ? " (ci)"
                    : " (ci %d of %d)"
                        .formatted(part.cases().size(), cover.caseCount(suite.name())))
        .collect(Collectors.joining());
  }

  private String points(Suite suite) {
    return SuiteCover.MODES.stream()
        .map(mode -> cover.get(mode, suite.name()))
        .map(execution -> execution == null ? "-" : String.valueOf(execution.points().size()))
        .collect(Collectors.joining(", "));
  }

  private List<String> fullRuns() {
    List<String> lines = new ArrayList<>();
    for (SuiteMode mode : SuiteCover.MODES) {
      FullRun run = results.fullRun(mode);
      if (run != null) {
        lines.add(row(mode.toString(), run.commit(), run.date().toString()));
      }
    }
    return section("The last runs of all classes", "mode | commit | its date", lines);
  }

  private List<String> executedByNone() {
    Set<String> none = new TreeSet<>(cover.known());
    SuiteCover.MODES.forEach(mode -> none.removeAll(cover.executed(mode)));
    List<String> lines = new ArrayList<>();
    none.forEach(point -> lines.add(row("`" + point + "`")));
    return section("Join points that no class executes", "join point", lines);
  }

  private List<String> executedInOneMode() {
    List<String> lines = new ArrayList<>();
    for (String point : cover.known()) {
      List<SuiteMode> modes =
          SuiteCover.MODES.stream().filter(mode -> cover.executed(mode).contains(point)).toList();
      if (modes.size() == 1) {
        lines.add(row("`" + point + "`", modes.get(0).toString()));
      }
    }
    return section("Join points that are executed in one mode only", "join point | mode", lines);
  }

  private List<String> failures() {
    List<String> lines = new ArrayList<>();
    for (Suite suite : table.suites().values()) {
      for (SuiteMode mode : SuiteMode.values()) {
        SuiteResult result = results.get(mode, suite.name());
        if (suite.runsIn(mode) && result != null) {
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

  private static List<String> reasons(String title, Map<String, String> reasons) {
    List<String> lines = new ArrayList<>();
    reasons.forEach((name, reason) -> lines.add(row(name, reason)));
    return section(title, "name | reason", lines);
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
