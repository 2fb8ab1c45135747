package io.okapifs.hdfs.suites;

import java.util.Arrays;
import java.util.List;

/**
 * One of upstream's test classes, as a line of the table has it.
 *
 * @param name class name below {@code org.apache.hadoop}
 * @param flows numbers of the flows that it exercises, or a dash
 * @param off whether it runs on the woven jars without stripe widths
 * @param forced whether it runs with a stripe width for every file
 * @param note why it is left out somewhere; empty only where it runs in both modes
 */
record Suite(String name, String flows, boolean off, boolean forced, String note) {

  private static final int COLUMNS = 5;

  Suite {
    if (note.isEmpty() && !(off && forced)) {
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
        columns.get(0), columns.get(1), runs(columns.get(2), line), runs(columns.get(3), line),
        columns.get(4));
  }

  static List<String> columnsOf(String line) {
    return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
  }

  private static boolean runs(String column, String line) {
    return switch (column) {
      case "all" -> true;
      case "no" -> false;
      default -> throw new IllegalArgumentException("neither all nor no: line=" + line);
    };
  }

  /**
   * Whether the class runs in a mode; on the stock jars as soon as anything is compared with them.
   */
  boolean runsIn(SuiteMode mode) {
    return switch (mode) {
      case OFF -> off;
      case FORCED -> forced;
      case STOCK -> off || forced;
    };
  }
}
