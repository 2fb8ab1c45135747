package io.okapifs.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Processor time of this process and of the child processes that have ended. */
final class ProcessorTime {

  private static final Path STAT = Path.of("/proc/self/stat");
  private static final double TICKS_PER_SECOND = 100;

  /**
   * Where the four times stand behind the name of the process: own and children's, user and system.
   */
  private static final int FIRST = 11;

  private ProcessorTime() {}

  /** In seconds, since the JVM began. */
  static double now() {
    try {
      String stat = Files.readString(STAT);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      long ticks = 0;
      for (int i = FIRST; i < FIRST + 4; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks / TICKS_PER_SECOND;
    } catch (IOException elsewhere) {
      return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis()
          / 1e3;
    }
  }
}
