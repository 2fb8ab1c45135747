package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;

/** Each thread writes files, and then reads and writes at random for a time. */
final class Massive extends Scratch {

  private static final String SECONDS = "time.seconds";
  private static final int SECONDS_BY_DEFAULT = 5;
  private static final int BASIC_BY_DEFAULT = 2;

  Massive() {
    super("Massive", false);
  }

  @Override
  public List<Key> keys() {
    return CommonKeys.withFiles(
        List.of(
            Key.count(SECONDS, SECONDS_BY_DEFAULT), Key.flag(CommonKeys.SHUFFLE, false),
            Key.size(CommonKeys.BASIC_FILES, BASIC_BY_DEFAULT)));
  }

  @Override
  public List<Statistic> statistics() {
    return MixedWork.STATISTICS;
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    Path folder = folder(scope.workspace(), scope.task());
    Path data = shared(scope, new Path(folder, "data"));
    return new MixedWork(this, scope, thread, data, new Path(folder, "tmp")) {
      @Override
      public void run() throws IOException, InterruptedException {
        writeBasicFiles();
        Random random = scope.random(thread);
        long end =
            System.nanoTime() + TimeUnit.SECONDS.toNanos(scope.config().number(SECONDS));
        for (int i = 0; System.nanoTime() - end < 0; i++) {
          if (random.nextBoolean()) {
            readAny(random);
          } else {
            writeAside(i);
          }
        }
      }
    };
  }
}
