package io.okapifs.install;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes that have jars of an installation open, as far as this user may see it. */
final class Running {

  private Running() {}

  static List<String> in(Path installation) {
    List<String> pids = new ArrayList<>();
    try (DirectoryStream<Path> processes =
        Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (hasOpen(process.resolve("fd"), installation)) {
          pids.add(process.getFileName().toString());
        }
      }
    } catch (IOException e) {
      // Not Linux: then nobody can tell.
      return List.of();
    }
    return pids;
  }

  private static boolean hasOpen(Path descriptors, Path installation) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(descriptors)) {
      for (Path descriptor : open) {
        Path file = Files.readSymbolicLink(descriptor);
        if (file.startsWith(installation) && file.toString().endsWith(".jar")) {
          return true;
        }
      }
    } catch (IOException e) {
      // Another user's process, or one that has ended.
      return false;
    }
    return false;
  }
}
