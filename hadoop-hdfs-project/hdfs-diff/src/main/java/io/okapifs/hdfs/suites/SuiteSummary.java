package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a run says at its end of one mode: the cases, as Surefire counts them, and the join points
 * that its classes executed when they were recorded, but not now.
 */
final class SuiteSummary {

  private final SuiteMode mode;
  private final List<SuitePart> parts;
  private final SuiteFiles files;
  private final SuiteCover cover;

  SuiteSummary(SuiteMode mode, List<SuitePart> parts, SuiteFiles files, SuiteCover cover) {
    this.mode = mode;
    this.parts = parts;
    this.files = files;
    this.cover = cover;
  }

  String text() throws IOException {
    return String.join("\n", cases(), points());
  }

  private String cases() throws IOException {
    int run = 0;
    int failed = 0;
    int skipped = 0;
    int flaky = 0;
    for (SuitePart part : parts) {
      String suite = part.suite();
      if (files.hasReport(mode, suite)) {
        SuiteReport report = files.readReport(mode, suite);
        run += report.result().executedCount() + report.skippedCount();
        failed += report.result().failed().size();
        flaky += report.result().flaky().size();
        skipped += report.skippedCount();
      }
    }
    return "Upstream's tests, %s: Tests run: %d, Failures: %d, Skipped: %d%s"
        .formatted(mode, run, failed, skipped, flaky == 0 ? "" : ", Flakes: " + flaky);
  }

  private String points() throws IOException {
    Set<String> executed = new TreeSet<>();
    Set<String> recorded = new TreeSet<>();
    for (SuitePart part : parts) {
      if (mode != SuiteMode.STOCK && files.hasReport(mode, part.suite())) {
        executed.addAll(files.readExecutions(mode, part.suite()).get(0).points());
      }
      recorded.addAll(cover.pointsOf(mode, part));
    }
    recorded.removeAll(executed);
    return "Join points executed, %s: %d; no longer: %s"
        .formatted(mode, executed.size(), recorded.isEmpty() ? "none" : recorded);
  }
}
