package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of one run: for each class of each mode a report, the notes of what was executed, and a
 * log.
 *
 * @param folder where they are
 */
record SuiteFiles(Path folder) {

  Path report(SuiteMode mode, String suite) {
    return file(mode, suite, ".report");
  }

  Path notes(SuiteMode mode, String suite) {
    return file(mode, suite, ".points");
  }

  Path log(SuiteMode mode, String suite) {
    return file(mode, suite, ".log");
  }

  private Path file(SuiteMode mode, String suite, String suffix) {
    return folder.resolve(mode.toString()).resolve(suite + suffix);
  }

  boolean hasReport(SuiteMode mode, String suite) {
    return Files.exists(report(mode, suite));
  }

  SuiteReport readReport(SuiteMode mode, String suite) throws IOException {
    return SuiteReport.read(report(mode, suite));
  }

  /** What the class executed, and behind it each of its cases. */
  List<Execution> readExecutions(SuiteMode mode, String suite) throws IOException {
    SuiteReport report = readReport(mode, suite);
    return new SuiteNotes(Files.readAllLines(notes(mode, suite)))
        .executions(suite, report.result().seconds(), report.processorSeconds());
  }
}
