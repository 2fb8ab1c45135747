package io.okapifs.hdfs.suites;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * A run of all of upstream's test classes in a mode, none of which was worse than on the stock
 * jars.
 *
 * @param commit what was tested
 * @param date the day of that commit
 */
record FullRun(String commit, LocalDate date) {

  /**
   * A change that the classes of the continuous integration miss is then found among a month's
   * changes at most; more often, a run that takes hours would cost more than it finds.
   */
  static final int DAYS_MAX = 30;

  static FullRun parse(String line) {
    List<String> columns = Suite.columnsOf(line);
    if (columns.size() != 2) {
      throw new IllegalArgumentException("not COMMIT | DATE: line=" + line);
    }
    return new FullRun(columns.get(0), LocalDate.parse(columns.get(1)));
  }

  String toLine() {
    return commit + " | " + date;
  }

  /** Whether a commit of that day needs a newer run; the clock does not count. */
  boolean isTooOldFor(LocalDate dateOfCommit) {
    return ChronoUnit.DAYS.between(date, dateOfCommit) > DAYS_MAX;
  }
}
