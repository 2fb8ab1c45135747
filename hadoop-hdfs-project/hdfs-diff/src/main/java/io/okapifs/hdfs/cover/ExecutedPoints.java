package io.okapifs.hdfs.cover;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The notes of one JVM: a line for each join point when it is executed first, so that a JVM that is
 * killed tells too. Test cases begin and end with lines of their own, and have each join point
 * noted again that they execute. Any thread may call it.
 */
public final class ExecutedPoints {

  /** Begins the line of a case that begins; its name follows. */
  public static final String BEGIN = "> ";

  /** Begins the line of a case that ended; its seconds and processor seconds follow. */
  public static final String END = "< ";

  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
  private static OutputStream notes = OutputStream.nullOutputStream();

  private ExecutedPoints() {}

  static synchronized void writeTo(Path file) throws IOException {
    // Not a channel: one is closed where a thread that was interrupted writes to it.
    notes = new FileOutputStream(file.toFile());
  }

  /** Called where advice is called. */
  public static void executed(String joinPoint) {
    if (SEEN.add(joinPoint)) {
      write(joinPoint);
    }
  }

  /** Notes that a test case begins. */
  public static void caseBegins(String name) {
    write(BEGIN + name);
    SEEN.clear();
  }

  /** Notes that it ended, and what it cost. */
  public static void caseEnds(double seconds, double processorSeconds) {
    write(END + seconds + " " + processorSeconds);
    SEEN.clear();
  }

  private static synchronized void write(String line) {
    try {
      notes.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
