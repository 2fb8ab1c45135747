package io.okapifs.bench.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Short commands of the system. */
final class Commands {

  private Commands() {}

  /** Runs one, and fails with what it said if it fails. */
  static void run(String command) throws IOException {
    Process process =
        new ProcessBuilder(List.of(command.split(" "))).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(command + ": " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: " + command, e);
    }
  }
}
