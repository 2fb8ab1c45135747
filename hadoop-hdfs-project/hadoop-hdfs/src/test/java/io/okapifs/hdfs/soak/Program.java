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

  private static final Command LAST = new Quiet(true);

  private Program() {}

  /** How a run ended. */
  public record Outcome(int done, int skipped, int failedAt, Throwable failure) {
    boolean isClean() {
      return failure == null;
    }
  }

  /** Is told of a run while it goes on. */
  interface Follower {
    /** A command begins; the check behind the last one counts as another. */
    void step(int number, Command command);

    /** What is wrong now, and may mend itself; nothing if the list is empty. */
    void wrong(List<String> what);

    /** Before the cluster ends, which takes a while and may fail as well. */
    void failed(Outcome outcome);
  }

  /** Runs commands on a new cluster, up to the first that fails, and checks at the end. */
  static Outcome run(List<Command> commands, Follower follower) throws Exception {
    int done = 0;
    int at = 0;
    try (World world = new World(follower::wrong)) {
      try {
        for (; at < commands.size(); at++) {
          begin(at, commands.get(at), follower);
          done += commands.get(at).run(world) ? 1 : 0;
        }
        begin(at, LAST, follower);
        LAST.run(world);
      } catch (Exception | AssertionError e) {
        LOG.info("failed at step {}", at + 1, e);
        Outcome outcome = new Outcome(done, at - done, at, e);
        follower.failed(outcome);
        return outcome;
      }
    }
    return new Outcome(done, at - done, at, null);
  }

  private static void begin(int at, Command command, Follower follower) {
    LOG.info("step {}: {}", at + 1, command);
    follower.step(at + 1, command);
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
