package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;

/** Each thread writes files, and then reads some of its slave's and writes others, mixed. */
final class Mixture extends Scratch {

  private static final int BASIC_BY_DEFAULT = 2;
  private static final int READ_BY_DEFAULT = 4;

  Mixture() {
    super("Mixture", true);
  }

  @Override
  public List<Key> keys() {
    return CommonKeys.withFiles(
        List.of(
            Key.count(CommonKeys.BASIC_FILES, BASIC_BY_DEFAULT),
            Key.count(CommonKeys.READ_FILES, READ_BY_DEFAULT),
            Key.count(CommonKeys.WRITE_FILES, 1)));
  }

  @Override
  public List<Statistic> statistics() {
    return MixedWork.STATISTICS;
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    Path folder = folder(scope.workspace(), scope.task());
    return new MixedWork(this, scope, thread, new Path(folder, "data"), new Path(folder, "tmp")) {
      @Override
      public void run() throws IOException, InterruptedException {
        writeBasicFiles();
        Random random = scope.random(thread);
        int reads = scope.config().count(CommonKeys.READ_FILES);
        int writes = scope.config().count(CommonKeys.WRITE_FILES);
        for (int i = 0; reads + writes > 0; i++) {
          if (random.nextInt(reads + writes) < reads) {
            readAny(random);
            reads--;
          } else {
            writeAside(i);
            writes--;
          }
        }
      }
    };
  }
}
