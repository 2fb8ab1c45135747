package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;

/** All threads write files, and then read files that were written, again and again. */
final class Iterate extends Scratch {

  private static final String ITERATIONS = "iterations";
  private static final int BY_DEFAULT = 2;
  private static final Statistic READ = Statistic.throughput("Read");
  private static final Statistic WRITE = Statistic.throughput("Write");

  Iterate() {
    super("Iterate", false);
  }

  @Override
  public List<Key> keys() {
    return CommonKeys.withFiles(
        List.of(
            Key.count(ITERATIONS, BY_DEFAULT), Key.flag(CommonKeys.SHUFFLE, false),
            Key.count(CommonKeys.READ_FILES, BY_DEFAULT),
            Key.size(CommonKeys.WRITE_FILES, BY_DEFAULT)));
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(READ, WRITE);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    FileClient files = new FileClient(scope.connect(), scope.config());
    Random random = scope.random(thread);
    Path all = new Path(folder(scope.workspace(), scope.task()), "data");
    return new Worker(this, scope, thread) {
      @Override
      public void run() throws IOException, InterruptedException {
        for (int i = 0; i < scope.config().count(ITERATIONS); i++) {
          iterate(i, shared(scope, child(all, i)));
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
          meter(READ).measure(() -> files.read(FileClient.random(written, random)));
        }
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
