package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares and records results of upstream's own test classes. */
public final class UpstreamSuites {

  private static final String REPORT_PREFIX = "TEST-" + SuiteResult.PREFIX;

  private final Path root;
  private final SuiteTable table;
  private final SuiteResults results;

  /**
   * @param root folder of the whole project
   */
  UpstreamSuites(Path root) throws IOException {
    this.root = root;
    this.table = SuiteTable.read(root.resolve("scripts/rules/upstream-classes.txt"));
    this.results = SuiteResults.read(resultsFile());
  }

  /**
   * Arguments: root folder, and either {@code document}, or {@code compare} or {@code record} with a
   * mode, the file that lists the classes that ran, and the folder of their reports. Exit code 1
   * means worse than on the stock jars.
   */
  public static void main(String[] arguments) throws IOException {
    UpstreamSuites suites = new UpstreamSuites(Path.of(arguments[0]).toAbsolutePath());
    if (arguments[1].equals("document")) {
      suites.writeDocument();
      return;
    }
    SuiteMode mode = SuiteMode.parse(arguments[2]);
    Path list = Path.of(arguments[3]);
    Path reports = Path.of(arguments[4]);
    if (arguments[1].equals("record")) {
      suites.record(mode, list, reports);
    }
    List<String> worse = suites.worse(mode, list, reports);
    worse.forEach(System.err::println);
    System.out.println("Upstream's tests, " + mode + ", worse than stock: " + worse.size());
    System.exit(worse.isEmpty() ? 0 : 1);
  }

  /** One sentence for each listed class without a report and each case that is worse. */
  List<String> worse(SuiteMode mode, Path list, Path reports) throws IOException {
    SuiteJudge judge = new SuiteJudge(table, results);
    List<String> worse = new ArrayList<>();
    for (String suite : Files.readAllLines(list)) {
      Path report = report(reports, suite);
      if (Files.exists(report)) {
        worse.addAll(judge.worse(mode, SuiteResult.read(report)));
      } else {
        worse.add(suite + ", " + mode + ": no report: file=" + report);
      }
    }
    return worse;
  }

  private void record(SuiteMode mode, Path list, Path reports) throws IOException {
    for (String suite : Files.readAllLines(list)) {
      Path report = report(reports, suite);
      if (Files.exists(report)) {
        results.put(mode, SuiteResult.read(report));
      }
    }
    Files.writeString(resultsFile(), results.toText());
    writeDocument();
  }

  private static Path report(Path reports, String suite) {
    return reports.resolve(REPORT_PREFIX + suite + ".xml");
  }

  private void writeDocument() throws IOException {
    Files.writeString(documentFile(), document());
  }

  /** What the document must say. */
  String document() {
    return new SuiteDocument(table, results).text();
  }

  Path documentFile() {
    return root.resolve("docs/UPSTREAM-TESTS.md");
  }

  private Path resultsFile() {
    return root.resolve("scripts/rules/upstream-results.txt");
  }

  SuiteTable table() {
    return table;
  }

  SuiteResults results() {
    return results;
  }
}
