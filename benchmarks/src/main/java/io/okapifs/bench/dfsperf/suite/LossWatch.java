package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;

/**
 * Files of a thread that are whole before DataNodes are lost, and what is missing of files
 * afterwards. For one thread.
 */
final class LossWatch {

  static final String NODES = "lost.nodes";
  private static final String WAIT = "lost.wait.seconds";
  private static final String REPAIR_WAIT = "repair.wait.seconds";
  private static final int WAIT_BY_DEFAULT = 120;
  private static final int REPAIR_WAIT_BY_DEFAULT = 600;
  private static final int FILES_BY_DEFAULT = 2;
  private static final long LOOK_MILLIS = 50;

  /**
   * Files that are asked for at a time, however many there are: the NameNode has other work, too.
   */
  private static final int LOOKS = 8;
  private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SuiteConfig config;
  private final FileClient files;
  private final Redundancy redundancy;
  private final Map<Path, Known> known = new HashMap<>();

  /** What was missing, when it was asked for. */
  private record Known(long nanos, Redundancy.Missing missing) {}

  LossWatch(Scope scope, FileClient files) throws IOException {
    this.config = scope.config();
    this.files = files;
    this.redundancy = scope.redundancy().of(files.fs());
  }

  static List<Key> keys() {
    List<Key> keys =
        new ArrayList<>(
            List.of(
                Key.count(NODES, 1), Key.size(WAIT, WAIT_BY_DEFAULT),
                Key.size(REPAIR_WAIT, REPAIR_WAIT_BY_DEFAULT),
                Key.size(CommonKeys.FILES, FILES_BY_DEFAULT)));
    keys.addAll(CommonKeys.ofFiles());
    return keys;
  }

  /** Writes a thread's files, and waits until they are whole. */
  List<Path> write(Path folder, Worker worker) throws IOException {
    List<Path> written = new ArrayList<>();
    for (int i = 0; i < config.count(CommonKeys.FILES); i++) {
      Path file = new Path(folder, worker.own(String.valueOf(i)));
      files.write(file);
      written.add(file);
    }
    for (Path file : written) {
      awaitWhole(file);
    }
    return written;
  }

  /** Waits until nothing of a file is missing. */
  void awaitWhole(Path file) throws IOException {
    long begin = System.nanoTime();
    while (redundancy.missing(file).bytes() > 0) {
      pause(begin, REPAIR_WAIT, "blocks are still missing: file=" + file);
    }
  }

  /** Waits until something of any of the files is missing. */
  void awaitLoss(List<Path> all) throws IOException {
    long begin = System.nanoTime();
    for (int at = 0; redundancy.missing(all.get(at % all.size())).bytes() == 0; at++) {
      if (at % LOOKS == LOOKS - 1) {
        pause(
            begin, WAIT,
            "no block was lost: files=" + all.size() + "; stop a DataNode that has some of them,"
                + " lose more by " + NODES + ", or write more files");
      }
    }
  }

  /** What is missing of a file; what is known of it may be a second old. */
  Redundancy.Missing missing(Path file) throws IOException {
    Known before = known.get(file);
    if (before == null || System.nanoTime() - before.nanos() > KNOWN_NANOS) {
      before = new Known(System.nanoTime(), redundancy.missing(file));
      known.put(file, before);
    }
    return before.missing();
  }

  private void pause(long begin, String key, String failure) throws IOException {
    if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(config.number(key))) {
      throw new IOException(failure + "; waited " + key + "=" + config.number(key));
    }
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: " + failure, e);
    }
  }
}
