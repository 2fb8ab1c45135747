package io.okapifs.bench.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Two parts of this machine's processors, for what would be on two machines. Linux alone, by its
 * taskset.
 */
public enum Processors {

  /** The first one. */
  ONE,

  /** All others. */
  REST;

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Begins a command that runs on these alone. */
  List<String> command() throws IOException {
    List<Integer> allowed = allowed();
    if (allowed.size() < 2) {
      throw new IllegalArgumentException(
          "a NameNode with a processor of its own takes two processors: processors=" + allowed);
    }
    String own =
        (this == ONE ? allowed.stream().limit(1) : allowed.stream().skip(1))
            .map(String::valueOf)
            .collect(Collectors.joining(","));
    return List.of("taskset", "-c", own);
  }

  /** As in 0-3,6. */
  private static List<Integer> allowed() throws IOException {
    String list =
        Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith(ALLOWED))
            .map(line -> line.substring(ALLOWED.length()).strip())
            .findFirst()
            .orElseThrow(() -> new IOException("no line " + ALLOWED + " in " + STATUS));
    return Stream.of(list.split(",")).flatMap(Processors::range).toList();
  }

  private static Stream<Integer> range(String range) {
    String[] ends = range.split("-");
    return IntStream.rangeClosed(
            Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
        .boxed();
  }
}
