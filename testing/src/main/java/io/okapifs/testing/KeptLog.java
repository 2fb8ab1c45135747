package io.okapifs.testing;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/** The last lines that were logged in this JVM, in memory. All threads. */
final class KeptLog {

  static final int LINES_MAX = 20_000;
  private static final ArrayDeque<Supplier<String>> LINES = new ArrayDeque<>();

  private KeptLog() {}

  /** Adds what makes a line, its stack below it if there is one; asked only where it is printed. */
  static void add(Supplier<String> line) {
    synchronized (LINES) {
      if (LINES.size() == LINES_MAX) {
        LINES.remove();
      }
      LINES.add(line);
    }
  }

  static void clear() {
    synchronized (LINES) {
      LINES.clear();
    }
  }

  /** What is kept, in the order in which it was logged; empty where nothing logs. */
  static String text() {
    StringBuilder text = new StringBuilder();
    synchronized (LINES) {
      LINES.forEach(line -> text.append(line.get()));
    }
    return text.toString();
  }
}
