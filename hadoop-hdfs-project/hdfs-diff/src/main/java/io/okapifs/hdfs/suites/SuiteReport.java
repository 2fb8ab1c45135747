package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the JVM of a test class leaves behind: two lines of a file.
 *
 * @param result how the cases ended
 * @param skippedCount cases that did not run
 * @param processorSeconds processor time of the JVM, of all threads
 */
record SuiteReport(SuiteResult result, int skippedCount, int processorSeconds) {

  static SuiteReport read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.size() != 2) {
      throw new IOException("not a report of a test class: file=" + file);
    }
    List<String> counts = Suite.columnsOf(lines.get(1));
    return new SuiteReport(
        SuiteResult.parse(lines.get(0)), Integer.parseInt(counts.get(0)),
        Integer.parseInt(counts.get(1)));
  }

  String toText() {
    return result.toLine() + "\n" + skippedCount + " | " + processorSeconds + "\n";
  }
}
