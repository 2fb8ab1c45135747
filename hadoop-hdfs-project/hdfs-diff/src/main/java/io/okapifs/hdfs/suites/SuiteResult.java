package io.okapifs.hdfs.suites;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How one of upstream's test classes ended.
 *
 * @param suite its name below {@code org.apache.hadoop}
 * @param executedCount test cases that ran, skipped ones left out
 * @param seconds how long it took
 * @param failed names of the cases that failed as often as they were repeated
 * @param flaky names of the cases that failed and passed when repeated
 */
record SuiteResult(
    String suite, int executedCount, int seconds, Set<String> failed, Set<String> flaky) {

  static final String PREFIX = "org.apache.hadoop.";
  private static final int COLUMNS = 5;
  private static final String NONE = "-";
  private static final String SEPARATOR = "; ";

  SuiteResult {
    failed = new TreeSet<>(failed);
    flaky = new TreeSet<>(flaky);
  }

  /** Reads {@code CLASS | EXECUTED | SECONDS | FAILED | FLAKY}; a dash stands for no case. */
  static SuiteResult parse(String line) {
    List<String> columns = Suite.columnsOf(line);
    if (columns.size() != COLUMNS) {
      throw new IllegalArgumentException("not a line of a result: line=" + line);
    }
    return new SuiteResult(
        columns.get(0), Integer.parseInt(columns.get(1)), Integer.parseInt(columns.get(2)),
        names(columns.get(3)), names(columns.get(4)));
  }

  private static Set<String> names(String column) {
    return column.equals(NONE) ? Set.of() : Set.of(column.split(SEPARATOR));
  }

  String toLine() {
    return String.join(
        " | ", suite, String.valueOf(executedCount), String.valueOf(seconds), text(failed),
        text(flaky));
  }

  private static String text(Set<String> names) {
    return names.isEmpty() ? NONE : String.join(SEPARATOR, names);
  }

  /** Cases that failed at least once. */
  Set<String> everFailed() {
    Set<String> names = new TreeSet<>(failed);
    names.addAll(flaky);
    return names;
  }
}
