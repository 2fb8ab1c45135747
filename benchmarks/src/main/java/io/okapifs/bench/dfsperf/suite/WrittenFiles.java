package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Suites that read what SimpleWrite has written. */
abstract class WrittenFiles implements Suite {

  static final Statistic READ = Statistic.throughput("Read");
  private static final String RANDOM = "RANDOM";
  private static final int FILES = 2;

  @Override
  public List<Statistic> statistics() {
    return List.of(READ);
  }

  @Override
  public Path folder(Path workspace, int task) {
    return new Path(workspace, SimpleWrite.FOLDER + "/" + task);
  }

  @Override
  public boolean writes() {
    return false;
  }

  static List<Key> keysOfReads() {
    return List.of(
        Key.count(CommonKeys.FILES, FILES),
        Key.oneOf(CommonKeys.READ_MODE, "SEQUENCE", "SEQUENCE|RANDOM"), CommonKeys.buffer(),
        CommonKeys.readType());
  }

  /** Files that a thread reads: drawn, or its share of all in turn. */
  final List<Path> chosen(FileClient files, Scope scope, int thread) throws IOException {
    List<Path> all = files.listSome(folder(scope.workspace(), scope.task()));
    boolean isRandom = scope.config().text(CommonKeys.READ_MODE).equals(RANDOM);
    var random = scope.random(thread);
    List<Path> chosen = new ArrayList<>();
    int at = all.size() / scope.threads() * thread;
    for (int i = 0; i < scope.config().count(CommonKeys.FILES); i++) {
      chosen.add(isRandom ? FileClient.random(all, random) : all.get((at + i) % all.size()));
    }
    return chosen;
  }
}
