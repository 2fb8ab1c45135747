package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Each thread writes files, which SimpleRead and SkipRead read. */
final class SimpleWrite implements Suite {

  static final String FOLDER = "simple-read-write";
  private static final Statistic WRITE = Statistic.throughput("Write");
  private static final int FILES = 2;

  @Override
  public String name() {
    return "SimpleWrite";
  }

  @Override
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>(List.of(Key.count(CommonKeys.FILES, FILES)));
    keys.addAll(CommonKeys.ofFiles());
    keys.add(CommonKeys.writeType());
    return CommonKeys.with(keys);
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(WRITE);
  }

  @Override
  public Path folder(Path workspace, int task) {
    return new Path(workspace, FOLDER + "/" + task);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    FileClient files = new FileClient(scope.connect(), scope.config());
    return new Worker(this, scope, thread) {
      @Override
      public void run() throws IOException {
        Path folder = folder(scope.workspace(), scope.task());
        for (int i = 0; i < scope.config().count(CommonKeys.FILES); i++) {
          Path file = child(folder, thread + "-" + i);
          meter(WRITE).measure(() -> files.write(file));
        }
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
