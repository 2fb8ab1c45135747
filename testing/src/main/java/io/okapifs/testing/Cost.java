package io.okapifs.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a test class costs: a line {@code CLASS | SECONDS | PROCESSOR SECONDS} of the table that
 * {@code scripts/test --record} writes.
 *
 * @param seconds on the clock
 * @param processorSeconds of all threads, of child processes as well
 */
record Cost(double seconds, double processorSeconds) {

  /** Of a class that is not in the table: it comes early, and counts as one that works. */
  static final Cost UNKNOWN = new Cost(30, 30);

  /** How many processors it keeps busy while it runs. */
  double load() {
    return seconds == 0 ? 0 : processorSeconds / seconds;
  }

  /** The table, by name of class. */
  static Map<String, Cost> read(Path table) throws IOException {
    Map<String, Cost> costs = new LinkedHashMap<>();
    for (String line : Files.readAllLines(table)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.split("\\s*\\|\\s*");
      if (words.length != 3) {
        throw new IOException("not CLASS | SECONDS | PROCESSOR SECONDS: " + line);
      }
      costs.put(words[0], new Cost(Double.parseDouble(words[1]), Double.parseDouble(words[2])));
    }
    return costs;
  }
}
