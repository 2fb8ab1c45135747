package io.okapifs.hdfs.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The recorded results of upstream's test classes, in each mode. Not thread safe. */
final class SuiteResults {

  private static final String HEADER =
      """
      # Results of upstream's test classes, written by scripts/upstream-tests --write.
      # Mode: class | cases executed | seconds | cases that failed | cases that failed, not always
      """;

  private final Map<SuiteMode, SortedMap<String, SuiteResult>> byMode =
      new EnumMap<>(SuiteMode.class);

  SuiteResults() {
    for (SuiteMode mode : SuiteMode.values()) {
      byMode.put(mode, new TreeMap<>());
    }
  }

  static SuiteResults read(Path file) throws IOException {
    SuiteResults results = new SuiteResults();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int colon = line.indexOf(':');
        results.put(
            SuiteMode.parse(line.substring(0, Math.max(0, colon))),
            SuiteResult.parse(line.substring(colon + 1)));
      }
    }
    return results;
  }

  void put(SuiteMode mode, SuiteResult result) {
    byMode.get(mode).put(result.suite(), result);
  }

  /** The recorded result, or null. */
  SuiteResult get(SuiteMode mode, String suite) {
    return byMode.get(mode).get(suite);
  }

  String toText() {
    List<String> lines = new ArrayList<>();
    byMode.forEach(
        (mode, results) ->
            results.values().forEach(result -> lines.add(mode + ": " + result.toLine())));
    return HEADER + String.join("\n", lines) + "\n";
  }
}
