package io.okapifs.hdfs.suites;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One of upstream's test classes, as a line of the table has it.
 *
 * @param name class name below {@code org.apache.hadoop}
 * @param flows numbers of the flows that it exercises, or a dash
 * @param off when it runs on the woven jars without stripe widths
 * @param forced when it runs with a stripe width for every file
 * @param note why it is left out somewhere; empty only where it runs in CI in both modes
 */
record Suite(String name, String flows, When off, When forced, String note) {

  private static final int COLUMNS = 5;

  /** Which run of the tests a class belongs to, the most frequent one first. */
  enum When {
    /** In every run. */
    CI,
    /** In {@code --all} only. */
    ALL,
    /** In none. */
    NO
  }

  Suite {
    if (note.isEmpty() && (off == When.NO || forced == When.NO)) {
      throw new IllegalArgumentException("a class is left out without a reason: class=" + name);
    }
  }

  static Suite parse(String line) {
    List<String> columns = columnsOf(line);
    if (columns.size() != COLUMNS) {
      throw new IllegalArgumentException(
          "not CLASS | FLOWS | OFF | FORCED | NOTE: line=" + line);
    }
    return new Suite(
        columns.get(0), columns.get(1), when(columns.get(2), line), when(columns.get(3), line),
        columns.get(4));
  }

  static List<String> columnsOf(String line) {
    return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
  }

  private static When when(String column, String line) {
    return Arrays.stream(When.values())
        .filter(when -> when.name().toLowerCase(Locale.ROOT).equals(column))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("neither ci nor all nor no: line=" + line));
  }

  /** When the class runs in a mode; on the stock jars as soon as anything is compared with them. */
  When in(SuiteMode mode) {
    return switch (mode) {
      case OFF -> off;
      case FORCED -> forced;
      case STOCK -> off.compareTo(forced) < 0 ? off : forced;
    };
  }
}
