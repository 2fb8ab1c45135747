package io.okapifs.hdfs.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.soak.FileCommands.Delete;
import io.okapifs.hdfs.soak.Program.Follower;
import io.okapifs.hdfs.soak.Program.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a soak tells, and when, on clusters that are none. */
class SoakReportTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Command BAD = command(7);

  @TempDir Path folder;

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private Soak soak;

  /** What had been told when each run began. */
  private final List<String> toldBefore = new ArrayList<>();

  private static Command command(int number) {
    return new Delete(Directory.RS_3_2_AT_2, number);
  }

  private static List<Command> commands(int count) {
    return IntStream.range(0, count).mapToObj(SoakReportTest::command).toList();
  }

  private Outcome runUpToBad(List<Command> commands, Follower follower) {
    toldBefore.add(told());
    for (int i = 0; i < commands.size(); i++) {
      follower.step(i + 1, commands.get(i));
      if (commands.get(i).equals(BAD)) {
        Outcome outcome = new Outcome(i, 0, i, new AssertionError("what is wrong"));
        follower.failed(outcome);
        return outcome;
      }
    }
    return new Outcome(commands.size(), 0, commands.size(), null);
  }

  private String told() {
    return terminal.toString();
  }

  private Throwable soak(int steps, int leastDone) throws Exception {
    try (Report report = report(false)) {
      soak = new Soak("seed 1", folder, this::runUpToBad, report);
      return soak.run(commands(steps), leastDone, HOUR);
    }
  }

  private Report report(boolean isTerminal) throws Exception {
    return new Report(new PrintStream(terminal, true), isTerminal, folder.resolve("report.txt"));
  }

  @Test
  void theReasonIsToldBeforeAShorterListIsLookedFor() throws Exception {
    assertThat(soak(20, 0)).hasMessage("what is wrong");
    assertThat(toldBefore.get(1))
        .contains("seed 1: failed at step 8 of 20, Delete, after")
        .contains(BAD + "\njava.lang.AssertionError: what is wrong\n")
        .contains("again with: scripts/soak --replay " + folder.resolve("failed.txt"));
    assertThat(Program.read(folder.resolve("failed.txt"))).isEqualTo(commands(8));
  }

  @Test
  void eachShorterListIsToldBeforeTheNextIsLookedFor() throws Exception {
    soak(20, 0);
    assertThat(toldBefore).anyMatch(told -> told.contains("4 steps fail as well"));
    assertThat(told())
        .contains("1 steps fail as well")
        .contains("  " + BAD + "\njava.lang.AssertionError: what is wrong\nagain with: ")
        .endsWith(", 1 steps are enough: java.lang.AssertionError: what is wrong\n");
    assertThat(Program.read(folder.resolve("shrunk.txt"))).containsExactly(BAD);
    assertThat(folder.resolve("report.txt")).hasContent(told());
  }

  @Test
  void aCleanRunEndsWithOneLine() throws Exception {
    assertThat(soak(5, 5)).isNull();
    assertThat(told()).matches("seed 1: clean, 5 steps, 5 of them done, \\d+ s\n");
    assertThat(folder.resolve("failed.txt")).doesNotExist();
  }

  @Test
  void aRunInWhichTooFewStepsMadeSenseIsNotClean() throws Exception {
    assertThat(soak(5, 6)).hasMessage("fewer than 6 steps made sense");
    assertThat(told()).startsWith("seed 1: failed, ").endsWith("fewer than 6 steps made sense\n");
  }

  @Test
  void aRunThatIsStoppedSaysWhatIsKnown() throws Exception {
    soak(5, 0);
    assertThat(soak.knowledge())
        .matches("seed 1: step 5 of 5, Delete, \\d+ s: stopped; no step has failed");
    soak.wrong(List.of("excess=1", "of no file: a"));
    assertThat(soak.progress()).contains("Delete, waits for 2 things, ");
    assertThat(soak.knowledge()).endsWith("mended itself:\n  excess=1\n  of no file: a");
    soak(20, 0);
    assertThat(soak.knowledge())
        .contains("stopped; the shortest list that failed has 1 steps, again with: ")
        .endsWith(folder.resolve("shrunk.txt").toString());
  }

  @Test
  void onATerminalProgressStaysOnOneLineAndTheFileHasNone() throws Exception {
    try (Report report = report(true)) {
      report.showProgress("step 1");
      report.showProgress("step 2");
      report.say("words");
      report.end("the last word");
      report.showProgress("step 3");
      report.say("too late");
    }
    assertThat(told())
        .isEqualTo("\rstep 1\033[K\rstep 2\033[K\r\033[Kwords\n\r\033[Kthe last word\n");
    assertThat(Files.readString(folder.resolve("report.txt"))).isEqualTo("words\nthe last word\n");
  }
}
