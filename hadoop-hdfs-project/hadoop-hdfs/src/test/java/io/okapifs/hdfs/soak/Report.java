package io.okapifs.hdfs.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/**
 * What a soak tells, as soon as it knows it: lines on the terminal and in a file, and between them
 * on the terminal how far it is.
 */
final class Report implements AutoCloseable {

  /** A line is written over on a terminal; in a log there is one more each time. */
  private static final Duration ON_TERMINAL = Duration.ofSeconds(1);
  private static final Duration IN_LOG = Duration.ofSeconds(30);

  private static final String TO_BEGIN_OF_LINE = "\r";
  private static final String REST_OF_LINE_EMPTY = "\033[K";

  private final PrintStream out;
  private final boolean isTerminal;
  private final Path file;
  private final Timer timer = new Timer("progress of the soak", true);
  private boolean hasEnded;

  /**
   * @param isTerminal whether a line that was printed can be written over
   */
  Report(PrintStream out, boolean isTerminal, Path file) throws IOException {
    this.out = out;
    this.isTerminal = isTerminal;
    this.file = file;
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
  }

  /** From now on tells from time to time how far the soak is. */
  void follow(Supplier<String> progress) {
    long period = (isTerminal ? ON_TERMINAL : IN_LOG).toMillis();
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            showProgress(progress.get());
          }
        };
    timer.schedule(task, period, period);
  }

  synchronized void showProgress(String text) {
    if (hasEnded) {
      return;
    }
    if (isTerminal) {
      out.print(TO_BEGIN_OF_LINE + text + REST_OF_LINE_EMPTY);
    } else {
      out.println(text);
    }
    out.flush();
  }

  /** Nothing is said any more once the soak has ended. */
  synchronized void say(String text) {
    if (hasEnded) {
      return;
    }
    out.println((isTerminal ? TO_BEGIN_OF_LINE + REST_OF_LINE_EMPTY : "") + text);
    out.flush();
    try {
      Files.writeString(
          file, text + System.lineSeparator(), StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last word, of whoever is first. */
  synchronized void end(String text) {
    say(text);
    hasEnded = true;
    timer.cancel();
  }

  @Override
  public synchronized void close() {
    hasEnded = true;
    timer.cancel();
  }
}
