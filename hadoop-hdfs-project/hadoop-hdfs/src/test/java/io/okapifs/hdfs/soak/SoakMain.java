package io.okapifs.hdfs.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * The soak that system properties ask for. {@code scripts/soak} starts it, so that what it finds is
 * told at once, and {@link SoakTest} and {@link SecondSoakTest} run it.
 */
final class SoakMain {

  /** Any other seed is as good, but what breaks a build shall break it again. */
  static final long SEED = Long.getLong("io.okapifs.soak.seed", 25);

  static final int STEPS = Integer.getInteger("io.okapifs.soak.steps", 300);
  private static final int SHRINK_MINUTES = Integer.getInteger("io.okapifs.soak.shrink", 5);
  private static final String REPLAY = System.getProperty("io.okapifs.soak.replay");
  private static final Path FOLDER =
      Path.of(System.getProperty("io.okapifs.soak.folder", "target/soak"));

  private final long seed;
  private final int steps;
  private final Path folder;

  private SoakMain(long seed, int steps, Path folder) {
    this.seed = seed;
    this.steps = steps;
    this.folder = folder;
  }

  /** A soak of its own seed and steps, which leaves what it tells in a folder of its own. */
  static SoakMain of(long seed, int steps) {
    return new SoakMain(seed, steps, FOLDER.resolve("seed-" + seed));
  }

  /** Exit code 1: it failed; what the cluster logs goes to the standard error. */
  public static void main(String[] arguments) throws Exception {
    PrintStream terminal = System.out;
    System.setOut(System.err);
    SoakMain asked = new SoakMain(SEED, STEPS, FOLDER);
    boolean isClean = false;
    try (Report report = asked.report(terminal, Boolean.getBoolean("io.okapifs.soak.terminal"))) {
      Soak soak = asked.soak(report);
      // Before files that are closed for the end of the JVM look like a failure.
      ShutdownHookManager.get().addShutdownHook(
          () -> report.end(soak.knowledge()), FileSystem.SHUTDOWN_HOOK_PRIORITY + 1);
      isClean = asked.run(soak, report) == null;
    }
    // Threads of the clusters may be left.
    System.exit(isClean ? 0 : 1);
  }

  /** Null where it does not fail. */
  Throwable run(PrintStream out) throws Exception {
    try (Report report = report(out, false)) {
      return run(soak(report), report);
    }
  }

  /** All that is told, line by line. */
  Path reported() {
    return folder.resolve("report.txt");
  }

  private Report report(PrintStream out, boolean isTerminal) throws IOException {
    return new Report(out, isTerminal, reported());
  }

  private Soak soak(Report report) {
    String name = REPLAY == null ? "seed " + seed : Path.of(REPLAY).getFileName().toString();
    return new Soak(name, folder, Program::run, report);
  }

  private Throwable run(Soak soak, Report report) throws Exception {
    boolean isMadeUp = REPLAY == null;
    List<Command> commands =
        isMadeUp ? Planner.plan(seed, steps) : Program.read(Path.of(REPLAY));
    try {
      return soak.run(
          commands, isMadeUp ? commands.size() / 2 + 1 : 0, Duration.ofMinutes(SHRINK_MINUTES));
    } catch (Exception | Error e) {
      report.end(soak.knowledge() + "; the harness failed: " + e);
      throw e;
    }
  }
}
