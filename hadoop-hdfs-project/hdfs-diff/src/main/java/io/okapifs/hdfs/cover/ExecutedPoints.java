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
 * killed tells too. Any thread may call it.
 */
public final class ExecutedPoints {

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

  private static synchronized void write(String line) {
    try {
      notes.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
