package io.okapifs.install;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What was changed in an installation: its folder .okapi has the originals and the list of changes.
 * While an installation is being changed the list has another name, by which an interrupted change
 * is known.
 */
final class Receipt {

  private static final String FOLDER = ".okapi";
  private static final String WHOLE = "receipt";
  private static final String PENDING = "receipt.pending";

  private final Path folder;

  Receipt(Path installation) {
    folder = folderOf(installation);
  }

  static Path folderOf(Path installation) {
    return installation.resolve(FOLDER);
  }

  boolean isThere() {
    return Files.exists(folder.resolve(WHOLE));
  }

  /** Whether a change was interrupted. */
  boolean isPending() {
    return Files.exists(folder.resolve(PENDING));
  }

  /** Where the original of a file is kept. */
  Path original(Change change) {
    return folder.resolve("originals").resolve(change.path());
  }

  /** The first line of the list: what was installed. */
  String version() throws IOException {
    return Files.readAllLines(present()).get(0);
  }

  List<Change> changes() throws IOException {
    List<Change> changes = new ArrayList<>();
    for (String line : Files.readAllLines(present()).stream().skip(1).toList()) {
      changes.add(Change.parse(line));
    }
    return changes;
  }

  private Path present() {
    return folder.resolve(isThere() ? WHOLE : PENDING);
  }

  /** Before the first file is changed: durable when it returns. */
  void begin(String version, List<Change> changes) throws IOException {
    List<String> lines = new ArrayList<>(List.of(version));
    changes.forEach(change -> lines.add(change.toLine()));
    Files.createDirectories(folder);
    Path temporary = folder.resolve(PENDING + ".new");
    Files.write(temporary, lines);
    sync(temporary);
    Files.move(temporary, folder.resolve(PENDING), StandardCopyOption.ATOMIC_MOVE);
    syncFolder(folder);
  }

  /** Before the first file is changed back. */
  void beginBack() throws IOException {
    if (isThere()) {
      Files.move(
          folder.resolve(WHOLE), folder.resolve(PENDING), StandardCopyOption.ATOMIC_MOVE);
      syncFolder(folder);
    }
  }

  void end() throws IOException {
    Files.move(folder.resolve(PENDING), folder.resolve(WHOLE), StandardCopyOption.ATOMIC_MOVE);
    syncFolder(folder);
  }

  /** Once everything is as before. */
  void delete() throws IOException {
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  static void syncFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
