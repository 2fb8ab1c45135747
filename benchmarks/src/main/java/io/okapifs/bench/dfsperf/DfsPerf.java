package io.okapifs.bench.dfsperf;

import picocli.CommandLine;

/** The command line of DFS-Perf. */
public final class DfsPerf {

  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private DfsPerf() {}

  /** Runs a command; returns its exit code. */
  public static int run(String... args) {
    return new CommandLine(new RunSuite())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (e, commandLine, parsed) -> {
              commandLine.getErr().println("dfs-perf: " + e.getMessage());
              if (e instanceof IllegalArgumentException) {
                return USAGE;
              }
              e.printStackTrace(commandLine.getErr());
              return FAILED;
            })
        .execute(args);
  }

  public static void main(String[] args) {
    System.exit(run(args));
  }
}
