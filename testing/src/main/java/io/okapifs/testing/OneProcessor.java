package io.okapifs.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a JVM and its children on one processor. A cluster is hundreds of threads that wake each
 * other with every packet, and waking one on another processor costs more than most of them then
 * do. Forks go round over the processors. Without taskset nothing happens.
 */
public final class OneProcessor {

  /** The number of this fork, from 1 on; without it the JVM keeps all processors. */
  private static final String FORK = "io.okapifs.fork";

  private static final Path STATUS = Path.of("/proc/self/status");

  private OneProcessor() {}

  /** This JVM, where it is a fork. */
  static void take() {
    Integer fork = Integer.getInteger(FORK);
    if (fork == null) {
      return;
    }
    try {
      new ProcessBuilder(
              "taskset", "--all-tasks", "--cpu-list", "--pid", processor(fork),
              Long.toString(ProcessHandle.current().pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException elsewhere) {
      // It only saves time.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What stands before the command of a fork, which is numbered from 1 on. */
  public static List<String> prefix(int fork) {
    try {
      if (new ProcessBuilder("taskset", "--version").start().waitFor() == 0) {
        return List.of("taskset", "--cpu-list", processor(fork));
      }
    } catch (IOException elsewhere) {
      // It only saves time.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of();
  }

  private static String processor(int fork) throws IOException {
    List<Integer> allowed = allowed(Files.readAllLines(STATUS));
    return allowed.get((fork - 1) % allowed.size()).toString();
  }

  /** The processors of a line such as {@code Cpus_allowed_list: 0-3,8}. */
  static List<Integer> allowed(List<String> status) throws IOException {
    String list =
        status.stream().filter(line -> line.startsWith("Cpus_allowed_list:")).findFirst()
            .orElseThrow(() -> new IOException("no list of processors"));
    List<Integer> processors = new ArrayList<>();
    for (String range : list.split("\\s+")[1].split(",")) {
      String[] ends = range.split("-");
      for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
        processors.add(i);
      }
    }
    return processors;
  }
}
