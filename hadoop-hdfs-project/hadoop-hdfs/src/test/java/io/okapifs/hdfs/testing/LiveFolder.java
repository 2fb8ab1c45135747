package io.okapifs.hdfs.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder that a DataNode works in: files may go while it is walked. */
public final class LiveFolder {

  private static final int ATTEMPTS = 100;

  private LiveFolder() {}

  /** Everything in it, itself included, from a walk in which nothing went. */
  public static List<Path> files(Path folder) throws IOException {
    IOException gone = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try (Stream<Path> files = Files.walk(folder)) {
        return files.toList();
      } catch (NoSuchFileException e) {
        gone = e;
      } catch (UncheckedIOException e) {
        gone = e.getCause();
      }
    }
    throw gone;
  }
}
