package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which of upstream's test classes run where, and the cases that differ with a stripe width by
 * design. Read from a file of lines that a person writes.
 *
 * @param suites by name, in the order of the file
 * @param differences reason by {@code CLASS#CASE}
 */
record SuiteTable(Map<String, Suite> suites, Map<String, String> differences) {

  static SuiteTable read(Path file) throws IOException {
    Map<String, Suite> suites = new LinkedHashMap<>();
    Map<String, String> differences = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String first = Suite.columnsOf(line).get(0);
      Object before =
          first.contains("#")
              ? differences.put(first, reason(line))
              : suites.put(first, Suite.parse(line));
      if (before != null) {
        throw new IOException("two lines for one name: file=" + file + ", name=" + first);
      }
    }
    for (String difference : differences.keySet()) {
      if (!suites.containsKey(classOf(difference))) {
        throw new IOException(
            "difference of a class that is not in the table: file=" + file + ", name="
                + difference);
      }
    }
    return new SuiteTable(suites, differences);
  }

  private static String reason(String line) {
    List<String> columns = Suite.columnsOf(line);
    if (columns.size() != 2 || columns.get(1).isEmpty()) {
      throw new IllegalArgumentException("not CLASS#CASE | REASON: line=" + line);
    }
    return columns.get(1);
  }

  private static String classOf(String difference) {
    return difference.substring(0, difference.indexOf('#'));
  }

  /** Whether a case may end otherwise than on the stock jars. */
  boolean differs(SuiteMode mode, String suite, String testCase) {
    return mode == SuiteMode.FORCED && differences.containsKey(suite + "#" + testCase);
  }
}
