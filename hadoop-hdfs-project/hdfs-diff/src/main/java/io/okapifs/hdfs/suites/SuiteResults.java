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

/**
 * The recorded results of upstream's test classes, in each mode, and the last runs of all of them.
 * Not thread safe.
 */
final class SuiteResults {

  private static final String HEADER =
      """
      # Results of upstream's test classes, written by scripts/upstream-tests --write.
      # Full run mode: commit | date of the commit
      # Mode: class | cases executed | seconds | cases that failed | cases that failed, not always
      """;

  private static final String FULL_RUN = "full run ";

  private final Map<SuiteMode, FullRun> fullRuns = new EnumMap<>(SuiteMode.class);
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
        results.parse(line.substring(0, Math.max(0, colon)), line.substring(colon + 1));
      }
    }
    return results;
  }

  private void parse(String key, String value) {
    if (key.startsWith(FULL_RUN)) {
      put(SuiteMode.parse(key.substring(FULL_RUN.length())), FullRun.parse(value));
    } else {
      put(SuiteMode.parse(key), SuiteResult.parse(value));
    }
  }

  void put(SuiteMode mode, FullRun run) {
    fullRuns.put(mode, run);
  }

  /** The last run of all classes that was recorded, or null. */
  FullRun fullRun(SuiteMode mode) {
    return fullRuns.get(mode);
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
    fullRuns.forEach((mode, run) -> lines.add(FULL_RUN + mode + ": " + run.toLine()));
    byMode.forEach(
        (mode, results) ->
            results.values().forEach(result -> lines.add(mode + ": " + result.toLine())));
    return HEADER + String.join("\n", lines) + "\n";
  }
}
