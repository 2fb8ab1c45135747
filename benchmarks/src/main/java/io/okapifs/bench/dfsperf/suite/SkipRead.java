package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.Path;

/** Each thread reads parts of files of SimpleWrite. */
final class SkipRead extends WrittenFiles {

  private static final String READ_BYTES = "read.bytes";
  private static final String SKIP_BYTES = "skip.bytes";
  private static final String SKIP_MODE = "skip.mode";
  private static final String TIMES = "skip.times.per.file";
  private static final String FORWARD = "FORWARD";
  private static final long BYTES = 16 << 20;
  private static final int TIMES_BY_DEFAULT = 2;

  @Override
  public String name() {
    return "SkipRead";
  }

  @Override
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>(keysOfReads());
    keys.add(Key.size(READ_BYTES, BYTES));
    keys.add(Key.count(SKIP_BYTES, BYTES));
    keys.add(Key.oneOf(SKIP_MODE, FORWARD, "FORWARD|RANDOM"));
    keys.add(Key.count(TIMES, TIMES_BY_DEFAULT));
    return CommonKeys.with(keys);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    FileClient files = new FileClient(scope.connect(), scope.config());
    List<Path> chosen = chosen(files, scope, thread);
    Random random = scope.random(thread);
    return new Worker(this, scope, thread) {
      @Override
      public void run() throws IOException {
        long bytes = scope.config().number(READ_BYTES);
        int times = scope.config().count(TIMES);
        for (Path file : chosen) {
          if (scope.config().text(SKIP_MODE).equals(FORWARD)) {
            files.skipForward(file, scope.config().number(SKIP_BYTES), bytes, times, meter(READ));
          } else {
            files.skipAtRandom(file, bytes, times, random, meter(READ));
          }
        }
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
