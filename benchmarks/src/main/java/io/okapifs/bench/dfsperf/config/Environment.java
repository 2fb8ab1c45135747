package io.okapifs.bench.dfsperf.config;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/**
 * What is the same for all suites, by the names of the original: a system property, else a variable
 * of the environment, else what it is by default. A value.
 *
 * @param address of the file system; empty where none was named
 * @param workspace folder on it
 * @param outFolder on this machine
 * @param masterHost where the master is called; empty: chosen by it
 * @param masterPort 0: any that is free
 * @param threads of each slave
 * @param registerMillis after which a slave that has not said that it is there has failed
 * @param tellsNames whether the progress names slaves
 * @param abortsFailed whether the run ends when too many slaves have failed
 * @param failedPercent of the slaves that may fail
 */
public record Environment(
    Optional<String> address, String workspace, String outFolder, Optional<String> masterHost,
    int masterPort, int threads, long registerMillis, boolean tellsNames, boolean abortsFailed,
    int failedPercent) {

  private static final int PORT = 23333;
  private static final int PORT_MAX = 65535;
  private static final int THREADS_MAX = 10_000;
  private static final int ALL = 100;

  /** Where names are looked up. */
  private record Names(Properties properties, Map<String, String> variables) {

    Optional<String> text(String property, String... variableNames) {
      String value = properties.getProperty("pasalab.dfs.perf." + property);
      for (String name : variableNames) {
        value = value != null ? value : variables.get("DFS_PERF_" + name);
      }
      return Optional.ofNullable(value).map(String::strip).filter(text -> !text.isEmpty());
    }

    long number(String property, String variable, long byDefault, long max) {
      return text(property, variable)
          .map(
              value -> {
                if (!value.matches("\\d{1,10}") || Long.parseLong(value) > max) {
                  throw new IllegalArgumentException(
                      "wrong value: DFS_PERF_" + variable + "=" + value
                          + " (is a whole number up to "
                          + max + ")");
                }
                return Long.parseLong(value);
              })
          .orElse(byDefault);
    }

    boolean flag(String property, String variable, boolean byDefault) {
      Function<String, Boolean> read =
          value -> {
            if (!value.matches("(?i)true|false")) {
              throw new IllegalArgumentException(
                  "wrong value: DFS_PERF_" + variable + "=" + value + " (is true or false)");
            }
            return Boolean.parseBoolean(value);
          };
      return text(property, variable).map(read).orElse(byDefault);
    }
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException where a value is wrong
   */
  public static Environment of(Properties properties, Map<String, String> variables) {
    Names names = new Names(properties, variables);
    return new Environment(
        // The original's documents have one letter less than its scripts.
        names.text("dfs.address", "DFS_ADDRESS", "DFS_ADRESS"),
        names.text("dfs.dir", "WORKSPACE").orElse("/tmp/dfs-perf-workspace"),
        names.text("out.dir", "OUT_DIR").orElse("result"),
        names.text("master.hostname", "MASTER_HOSTNAME"),
        (int) names.number("master.port", "MASTER_PORT", PORT, PORT_MAX),
        (int) names.number("threads.num", "THREADS_NUM", 4, THREADS_MAX),
        names.number("unregister.timeout.ms", "UNREGISTER_TIMEOUT_MS", 10_000, Integer.MAX_VALUE),
        names.flag("status.debug", "STATUS_DEBUG", false),
        names.flag("failed.abort", "FAILED_ABORT", true),
        (int) names.number("failed.percentage", "FAILED_PERCENTAGE", 1, ALL));
  }
}
