package io.okapifs.hdfs.soak;

import io.okapifs.hdfs.soak.Program.Follower;
import io.okapifs.hdfs.soak.Program.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Runs a program; one that fails is made shorter, and everything is told at once. */
final class Soak implements Follower {

  private static final int PRINTED_MAX = 25;
  private static final int REASON_LINES = 3;

  /** Runs commands on a cluster of their own. */
  interface Runner {
    Outcome run(List<Command> commands, Follower follower) throws Exception;
  }

  /** A list that fails, and where it can be read. */
  private record Failing(List<Command> commands, Path file) {
    String again() {
      return "again with: scripts/soak --replay " + file.toAbsolutePath();
    }
  }

  private final String name;
  private final Path folder;
  private final Runner runner;
  private final Report report;
  private final long began = System.nanoTime();

  private volatile List<Command> running = List.of();
  private volatile String step = "the cluster starts";
  private volatile List<String> wrong = List.of();
  private volatile int shorterTried;

  /** The shortest one; null while none failed. */
  private volatile Failing shortest;

  /**
   * @param folder for lists that fail
   */
  Soak(String name, Path folder, Runner runner, Report report) {
    this.name = name;
    this.folder = folder;
    this.runner = runner;
    this.report = report;
  }

  /**
   * Runs a whole program.
   *
   * @param leastDone of its steps that must make sense
   * @param shrinkFor how long a list that fails is shrunk
   * @return why it fails; null where it does not
   */
  Throwable run(List<Command> commands, int leastDone, Duration shrinkFor) throws Exception {
    running = commands;
    report.follow(this::progress);
    Outcome outcome = runner.run(commands, this);
    Throwable failure = outcome.failure();
    if (failure == null && outcome.done() < leastDone) {
      failure = new AssertionError("fewer than " + leastDone + " steps made sense");
    }
    if (outcome.failure() != null) {
      shrink(shrinkFor);
    }
    String ran = commands.size() + " steps, " + outcome.done() + " of them done, " + seconds();
    report.end(name + (failure == null ? ": clean, " + ran : ": failed, " + ran + ending(failure)));
    return failure;
  }

  private String ending(Throwable failure) {
    return shortest == null
        ? ": " + failure.getMessage()
        : ", " + shortest.commands().size() + " steps are enough: " + firstLine(failure);
  }

  private void shrink(Duration limit) {
    if (limit.isZero()) {
      return;
    }
    report.say("looking for a shorter list for " + limit.toMinutes() + " minutes");
    try {
      new Shrinker<>(this::failing, limit.toNanos()).shrink(shortest.commands());
    } catch (Exception e) {
      report.say("the search ends early: " + e);
    }
  }

  private List<Command> failing(List<Command> commands) throws Exception {
    shorterTried++;
    running = commands;
    return runner.run(commands, this).isClean() ? null : shortest.commands();
  }

  @Override
  public void step(int number, Command command) {
    int size = running.size();
    String place = number > size ? "the check at the end" : "step " + number + " of " + size;
    step = place + ", " + command.getClass().getSimpleName();
    wrong = List.of();
  }

  @Override
  public void wrong(List<String> what) {
    wrong = List.copyOf(what);
  }

  @Override
  public void failed(Outcome outcome) {
    boolean isFirst = shortest == null;
    int size = Math.min(running.size(), outcome.failedAt() + 1);
    Path file = folder.resolve(isFirst ? "failed.txt" : "shrunk.txt");
    shortest = new Failing(running.subList(0, size), file);
    try {
      Program.write(shortest.file(), shortest.commands());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    report.say(isFirst ? reason(outcome) : shorter(outcome));
  }

  private String reason(Outcome outcome) {
    String command =
        outcome.failedAt() < running.size() ? running.get(outcome.failedAt()) + "\n" : "";
    return name + ": failed at " + step + ", after " + seconds() + "\n"
        + command + outcome.failure() + "\n" + shortest.again();
  }

  /** A shorter list may fail for another reason. */
  private String shorter(Outcome outcome) {
    List<Command> commands = shortest.commands();
    String list =
        commands.size() > PRINTED_MAX
            ? ""
            : commands.stream().map(each -> "  " + each + "\n").collect(Collectors.joining());
    return commands.size() + " steps fail as well, after " + seconds() + ":\n" + list
        + outcome.failure().toString().lines().limit(REASON_LINES).collect(Collectors.joining("\n"))
        + "\n" + shortest.again();
  }

  private static String firstLine(Throwable failure) {
    return failure.toString().lines().findFirst().orElse("");
  }

  private String seconds() {
    return Duration.ofNanos(System.nanoTime() - began).toSeconds() + " s";
  }

  /** How far it is, in less than a line. */
  String progress() {
    String shrinking =
        shorterTried == 0 ? "" : "shorter than " + shortest.commands().size() + " steps? ";
    String waiting = wrong.isEmpty() ? "" : ", waits for " + wrong.size() + " things";
    return name + ": " + shrinking + step + waiting + ", " + seconds();
  }

  /** What is known of a run that ends too early. */
  String knowledge() {
    Failing failing = shortest;
    List<String> now = wrong;
    String failed =
        failing == null
            ? "no step has failed"
            : "the shortest list that failed has " + failing.commands().size() + " steps, "
                + failing.again();
    String waiting =
        now.isEmpty() || failing != null
            ? ""
            : "\nwrong at the last look, which may have mended itself:\n  "
                + now.stream().limit(PRINTED_MAX).collect(Collectors.joining("\n  "));
    return progress() + ": stopped; " + failed + waiting;
  }
}
