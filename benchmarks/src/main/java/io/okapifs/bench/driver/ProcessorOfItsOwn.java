package io.okapifs.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Gives the first processor to some threads of this JVM and all others to the rest, as if the former
 * were on a machine of their own. A thread stays where the one that made it is. Linux alone, by its
 * taskset. Used once, by one thread.
 */
final class ProcessorOfItsOwn {

  private static final Path THREADS = Path.of("/proc/self/task");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Compilers and collectors work for all, and calls of clients for others. */
  private static final Pattern FOR_ALL = Pattern.compile("^(C[12] |GC |G1 |VM |IPC Client)");

  private final int processor;
  private final Set<Path> others;

  private ProcessorOfItsOwn(int processor, Set<Path> others) {
    this.processor = processor;
    this.others = others;
  }

  /** Sends all threads that there are to the other processors. */
  static ProcessorOfItsOwn free() throws IOException, InterruptedException {
    List<Integer> allowed = allowed();
    if (allowed.size() < 2) {
      throw new IOException("a processor of its own takes two or more: processors=" + allowed);
    }
    String rest =
        allowed.stream().skip(1).map(String::valueOf).collect(Collectors.joining(","));
    taskset("-a", "-c", "-p", rest, String.valueOf(ProcessHandle.current().pid()));
    return new ProcessorOfItsOwn(allowed.get(0), threads());
  }

  /** Gives the freed one to the threads that were made since. */
  void give() throws IOException, InterruptedException {
    Set<Path> made = new HashSet<>(threads());
    made.removeAll(others);
    for (Path thread : made) {
      give(thread);
    }
  }

  private void give(Path thread) throws IOException, InterruptedException {
    try {
      if (!FOR_ALL.matcher(Files.readString(thread.resolve("comm"))).find()) {
        taskset("-c", "-p", String.valueOf(processor), thread.getFileName().toString());
      }
    } catch (IOException e) {
      if (Files.exists(thread)) {
        throw e;
      }
      // It has ended.
    }
  }

  private static Set<Path> threads() throws IOException {
    try (Stream<Path> threads = Files.list(THREADS)) {
      return threads.collect(Collectors.toSet());
    }
  }

  /** As in 0-3,6. */
  private static List<Integer> allowed() throws IOException {
    String list =
        Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith(ALLOWED))
            .map(line -> line.substring(ALLOWED.length()).strip())
            .findFirst()
            .orElseThrow(() -> new IOException("no line " + ALLOWED + " in " + STATUS));
    return Stream.of(list.split(",")).flatMap(ProcessorOfItsOwn::range).toList();
  }

  private static Stream<Integer> range(String range) {
    String[] ends = range.split("-");
    return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
        .boxed();
  }

  private static void taskset(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("taskset"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    if (process.waitFor() != 0) {
      throw new IOException("failed, with status " + process.exitValue() + ": " + command);
    }
  }
}
