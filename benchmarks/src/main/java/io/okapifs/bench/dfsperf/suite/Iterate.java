package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.fs.Path;

/** All threads write files, and then read files that were written, again and again. */
final class Iterate implements Suite {

  private static final String FOLDER = "iterate";
  private static final String ITERATIONS = "iterations";
  private static final int BY_DEFAULT = 2;
  private static final Statistic READ = Statistic.throughput("Read");
  private static final Statistic WRITE = Statistic.throughput("Write");

  @Override
  public String name() {
    return "Iterate";
  }

  @Override
  public List<Key> keys() {
    List<Key> keys =
        new ArrayList<>(
            List.of(
                Key.count(ITERATIONS, BY_DEFAULT), Key.flag(CommonKeys.SHUFFLE, false),
                Key.count(CommonKeys.READ_FILES, BY_DEFAULT),
                Key.size(CommonKeys.WRITE_FILES, BY_DEFAULT)));
    keys.addAll(CommonKeys.ofFiles());
    keys.add(CommonKeys.readType());
    keys.add(CommonKeys.writeType());
    return CommonKeys.with(keys);
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(READ, WRITE);
  }

  @Override
  public Path folder(Path workspace, int task) {
    return new Path(workspace, FOLDER);
  }

  @Override
  public Optional<Path> garbage(Path workspace) {
    return Optional.of(new Path(workspace, FOLDER));
  }

  /** Where data lies: in one folder for all slaves, or without shuffling in one of each. */
  static Path data(Scope scope, Path all) {
    return scope.config().is(CommonKeys.SHUFFLE)
        ? all
        : new Path(all, String.valueOf(scope.task()));
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    Files files = new Files(scope.connect(), scope.config());
    Random random = scope.random(thread);
    Path all = new Path(folder(scope.workspace(), scope.task()), "data");
    return new Worker(this, scope, thread) {
      @Override
      public void run() throws IOException, InterruptedException {
        for (int i = 0; i < scope.config().count(ITERATIONS); i++) {
          iterate(i, data(scope, child(all, i)));
        }
      }

      private void iterate(int iteration, Path data) throws IOException, InterruptedException {
        for (int i = 0; i < scope.config().count(CommonKeys.WRITE_FILES); i++) {
          Path file = child(data, own(String.valueOf(i)));
          meter(WRITE).measure(() -> files.write(file));
        }
        scope.barriers().await("iteration " + iteration, thread);
        List<Path> written = files.listSome(data);
        for (int i = 0; i < scope.config().count(CommonKeys.READ_FILES); i++) {
          meter(READ).measure(() -> files.read(Files.random(written, random)));
        }
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
