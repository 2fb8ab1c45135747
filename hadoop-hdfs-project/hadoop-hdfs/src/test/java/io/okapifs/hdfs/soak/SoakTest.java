package io.okapifs.hdfs.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever is done to a cluster in whatever order, after every quiet point it holds what its model
 * holds. {@code scripts/soak} runs this with other programs.
 */
class SoakTest {

  /** Any other seed is as good, but what breaks a build shall break it again. */
  private static final long SEED = Long.getLong("io.okapifs.seed", 25);

  private static final int STEPS = Integer.getInteger("io.okapifs.soak.steps", 300);
  private static final int SHRINK_MINUTES = Integer.getInteger("io.okapifs.soak.shrink", 5);
  private static final Path FOLDER =
      Path.of(System.getProperty("io.okapifs.soak.folder", "target/soak"));

  @Test
  void aClusterHoldsWhatItsModelHoldsAfterEveryQuietPoint() throws Exception {
    String replay = System.getProperty("io.okapifs.soak.replay");
    String name = replay == null ? "seed " + SEED : replay;
    List<Command> commands =
        replay == null ? Planner.plan(SEED, STEPS) : Program.read(Path.of(replay));
    long began = System.nanoTime();
    Program.Outcome outcome = Program.run(commands);
    String report =
        name + ": " + commands.size() + " steps, " + outcome.done() + " of them done, "
            + Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s";
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve("report.txt"), report + "\n");
    if (!outcome.isClean()) {
      throw new AssertionError(report + "\n" + explain(commands, outcome), outcome.failure());
    }
    assertThat(outcome.done()).as("steps that made sense").isGreaterThan(commands.size() / 2);
  }

  private static String explain(List<Command> commands, Program.Outcome outcome)
      throws Exception {
    Path file = FOLDER.resolve("failed-" + SEED + ".txt");
    List<Command> failing =
        commands.subList(0, Math.min(commands.size(), outcome.failedAt() + 1));
    Program.write(file, failing);
    Shrinker<Command> shrinker =
        new Shrinker<>(
            list -> !Program.run(list).isClean(), Duration.ofMinutes(SHRINK_MINUTES).toNanos());
    List<Command> shrunk = shrinker.shrink(failing);
    Program.write(file, shrunk);
    StringBuilder text = new StringBuilder();
    text.append("step ").append(outcome.failedAt() + 1).append(" failed: ")
        .append(outcome.failure()).append("\nshrunk from ").append(failing.size())
        .append(" steps in ").append(shrinker.runs()).append(" runs to:\n");
    shrunk.forEach(command -> text.append("  ").append(command).append('\n'));
    return text.append("again with: scripts/soak --replay ").append(file.toAbsolutePath())
        .toString();
  }
}
