package io.okapifs.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A command of bench with its arguments, and the file that keeps what it printed. A value.
 *
 * @param command for example repair-io
 * @param arguments as one types them, without --json
 * @param file its name among the kept results
 */
public record BenchRun(String command, String arguments, String file) {
  /** What one types. */
  public String line() {
    return "bin/bench " + command + (arguments.isEmpty() ? "" : " " + arguments);
  }

  /** The same for a process. */
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of(command));
    if (!arguments.isEmpty()) {
      words.addAll(Arrays.asList(arguments.split(" ")));
    }
    words.add("--json");
    return words;
  }
}
