package io.okapifs.hdfs.suites;

import io.okapifs.hdfs.diff.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs upstream's test classes, or cases of them, each class in a JVM of its own, the longest
 * first.
 */
final class SuiteRun {

  /** JVMs at a time: they wait more than they work. */
  static final int FORKS = 4;

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int LIMIT_FACTOR = 8;
  private static final Duration LIMIT_OF_UNKNOWN = Duration.ofHours(1);

  private final SuiteJvm jvm;
  private final SuiteFiles files;
  private final SuiteResults recorded;
  private final SuiteCover cover;
  private final Path dataParent;
  private final BlockingQueue<Integer> freeForks = new ArrayBlockingQueue<>(FORKS);

  /**
   * @param recorded how long classes took before
   * @param cover how long their cases did
   * @param dataParent gets a folder per JVM while that lives
   */
  SuiteRun(
      SuiteJvm jvm, SuiteFiles files, SuiteResults recorded, SuiteCover cover, Path dataParent) {
    this.jvm = jvm;
    this.files = files;
    this.recorded = recorded;
    this.cover = cover;
    this.dataParent = dataParent;
    for (int fork = 1; fork <= FORKS; fork++) {
      freeForks.add(fork);
    }
  }

  /** A class in a mode. */
  record Task(SuiteMode mode, SuitePart part) {

    String suite() {
      return part.suite();
    }

    @Override
    public String toString() {
      return mode + " " + part;
    }
  }

  /** Runs what has no report yet. */
  void run(Map<SuiteMode, List<SuitePart>> parts) throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(FORKS);
    Thread stop = new Thread(() -> stop(pool));
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Task task : longestFirst(parts)) {
        Files.createDirectories(files.report(task.mode(), task.suite()).getParent());
        running.add(
            pool.submit(
                () -> {
                  run(task);
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      stop(pool);
    }
    Runtime.getRuntime().removeShutdownHook(stop);
  }

  /** Ends the JVMs, too, and waits for them. */
  private static void stop(ExecutorService pool) {
    pool.shutdownNow();
    try {
      pool.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What has no report, with what never ran in front. */
  List<Task> longestFirst(Map<SuiteMode, List<SuitePart>> parts) {
    List<Task> tasks = new ArrayList<>();
    parts.forEach(
        (mode, ofMode) ->
            ofMode.stream()
                .filter(part -> !files.hasReport(mode, part.suite()))
                .forEach(part -> tasks.add(new Task(mode, part))));
    tasks.sort(Comparator.comparingDouble(this::secondsOf).reversed());
    return tasks;
  }

  private double secondsOf(Task task) {
    if (!task.part().isWhole()) {
      return cover.secondsOf(task.mode(), task.part());
    }
    SuiteResult before = recorded.get(task.mode(), task.suite());
    return before == null ? Integer.MAX_VALUE : before.seconds();
  }

  private Duration limitOf(Task task) {
    SuiteResult before = recorded.get(task.mode(), task.suite());
    return before == null
        ? LIMIT_OF_UNKNOWN
        : LIMIT.plusSeconds(LIMIT_FACTOR * (long) before.seconds());
  }

  private void run(Task task) throws IOException, InterruptedException {
    int fork = freeForks.take();
    Path data = Files.createTempDirectory(dataParent, "okapi-upstream-");
    try {
      jvm.run(fork, task.mode(), task.part(), files, data, limitOf(task));
    } finally {
      freeForks.add(fork);
      delete(data);
    }
    System.out.printf("%-7s%s: %s%n", task.mode(), task.suite(), outcome(task));
  }

  /** Some classes leave folders that their owner may not read. */
  private static void delete(Path folder) {
    try {
      Folders.delete(folder);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("left behind: " + e);
    }
  }

  private String outcome(Task task) throws IOException {
    if (!files.hasReport(task.mode(), task.suite())) {
      return "no report, its JVM ended early: " + files.log(task.mode(), task.suite());
    }
    SuiteResult result = files.readReport(task.mode(), task.suite()).result();
    return "%d of %d, %d s"
        .formatted(
            result.executedCount() - result.failed().size(), result.executedCount(),
            result.seconds());
  }
}
