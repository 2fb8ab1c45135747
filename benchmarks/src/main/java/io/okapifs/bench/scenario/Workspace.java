package io.okapifs.bench.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The folder that a run may fill; what it made there goes when it ends. */
public final class Workspace {

  private static final Path MEMORY = Path.of("/dev/shm");

  @Option(
      names = "--dir",
      description = "Folder for block files and metadata (default: /dev/shm where there is one).")
  private Path parent;

  /** Work in a folder. */
  @FunctionalInterface
  interface Work {
    void run(Path folder) throws Exception;
  }

  void with(Work work) throws Exception {
    Path above = parent;
    if (above == null) {
      above =
          Files.isWritable(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }
    Path folder = Files.createTempDirectory(above, "okapi-bench-");
    try {
      work.run(folder);
    } finally {
      delete(folder);
    }
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> all = Files.walk(folder)) {
      paths = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }
}
