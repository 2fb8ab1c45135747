package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which of upstream's test classes run where, those of every run of the continuous integration, and
 * the cases that differ with a stripe width by design. Read from a file of lines that a person
 * writes.
 *
 * @param suites by name, in the order of the file
 * @param pins reason by {@code CLASS@MODE}
 * @param differences reason by {@code CLASS#CASE}
 */
record SuiteTable(
    Map<String, Suite> suites, Map<String, String> pins, Map<String, String> differences) {

  static SuiteTable read(Path file) throws IOException {
    Map<String, Suite> suites = new LinkedHashMap<>();
    Map<String, String> pins = new TreeMap<>();
    Map<String, String> differences = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String first = Suite.columnsOf(line).get(0);
      Object before;
      if (first.contains("#")) {
        before = differences.put(first, reason(line));
      } else if (first.contains("@")) {
        before = pins.put(first, reason(line));
      } else {
        before = suites.put(first, Suite.parse(line));
      }
      if (before != null) {
        throw new IOException("two lines for one name: file=" + file + ", name=" + first);
      }
    }
    for (String difference : differences.keySet()) {
      requireSuite(suites, difference.substring(0, difference.indexOf('#')), difference, file);
    }
    for (String pin : pins.keySet()) {
      Suite suite = requireSuite(suites, pin.substring(0, pin.indexOf('@')), pin, file);
      if (!suite.runsIn(SuiteMode.parse(pin.substring(pin.indexOf('@') + 1)))) {
        throw new IOException("pinned where it does not run: file=" + file + ", name=" + pin);
      }
    }
    return new SuiteTable(suites, pins, differences);
  }

  private static Suite requireSuite(
      Map<String, Suite> suites, String name, String line, Path file) throws IOException {
    Suite suite = suites.get(name);
    if (suite == null) {
      throw new IOException(
          "of a class that is not in the table: file=" + file + ", name=" + line);
    }
    return suite;
  }

  private static String reason(String line) {
    List<String> columns = Suite.columnsOf(line);
    if (columns.size() != 2 || columns.get(1).isEmpty()) {
      throw new IllegalArgumentException("not NAME | REASON: line=" + line);
    }
    return columns.get(1);
  }

  /** Names of the classes that run in a mode, in the order of the file. */
  List<String> namesIn(SuiteMode mode) {
    return suites.values().stream()
        .filter(suite -> suite.runsIn(mode))
        .map(Suite::name)
        .toList();
  }

  /** Whether the continuous integration runs a class in a mode whatever it covers. */
  boolean isPinned(SuiteMode mode, String suite) {
    return pins.containsKey(suite + "@" + mode);
  }

  /** Whether a case may end otherwise than on the stock jars. */
  boolean differs(SuiteMode mode, String suite, String testCase) {
    return mode == SuiteMode.FORCED && differences.containsKey(suite + "#" + testCase);
  }
}
