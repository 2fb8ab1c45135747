package io.okapifs.hdfs.tools;

import java.io.PrintStream;
import java.time.Duration;

/** One line on a terminal that says how far a command is; nothing where nobody looks at one. */
final class ProgressLine {

  private static final long EVERY_NANOS = 500_000_000;

  private final PrintStream terminal;
  private final long begin = System.nanoTime();
  private long last = begin - EVERY_NANOS;
  private int width;

  /** On standard error where that is a terminal. */
  ProgressLine() {
    // Empty as well where only standard output goes into a file: then errors are looked at alone.
    this(System.console() == null ? null : System.err);
  }

  ProgressLine(PrintStream terminal) {
    this.terminal = terminal;
  }

  /**
   * Tells it again in the same place, a few times per second at most.
   *
   * @param done of all
   */
  void show(long done, long all, String what) {
    long now = System.nanoTime();
    if (terminal == null || now - last < EVERY_NANOS) {
      return;
    }
    last = now;
    String left =
        done == 0 ? "" : ", about " + time(Duration.ofNanos((now - begin) / done * (all - done)))
            + " left";
    print(done + " of " + all + " " + what + " in " + time(Duration.ofNanos(now - begin)) + left);
  }

  private void print(String line) {
    terminal.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
    terminal.flush();
    width = line.length();
  }

  private static String time(Duration time) {
    return TransitionTable.time(time.toSeconds());
  }

  /** Ends the line, if there is one. */
  void end() {
    if (width > 0) {
      terminal.println();
      width = 0;
    }
  }
}
