package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.soak.NameNodeCommands.Quiet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs lists of commands. */
final class Program {

  private static final Logger LOG = LoggerFactory.getLogger(Program.class);

  private Program() {}

  /** How a run ended. */
  record Outcome(int done, int skipped, int failedAt, Throwable failure) {
    boolean isClean() {
      return failure == null;
    }
  }

  /** Runs commands on a new cluster, up to the first that fails, and checks at the end. */
  static Outcome run(List<Command> commands) throws Exception {
    int done = 0;
    int at = 0;
    try (World world = new World()) {
      try {
        for (; at < commands.size(); at++) {
          LOG.info("step {}: {}", at + 1, commands.get(at));
          done += commands.get(at).run(world) ? 1 : 0;
        }
        new Quiet(true).run(world);
      } catch (Exception | AssertionError e) {
        LOG.info("failed at step {}", at + 1, e);
        return new Outcome(done, at - done, at, e);
      }
    }
    return new Outcome(done, at - done, at, null);
  }

  static void write(Path file, List<Command> commands) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, commands.stream().map(Command::toString).toList());
  }

  static List<Command> read(Path file) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> !line.isBlank())
        .map(Command::parse).toList();
  }
}
