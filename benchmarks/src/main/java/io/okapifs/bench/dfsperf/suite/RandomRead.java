package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Each thread reads at random places of files of SimpleWrite for a time. */
final class RandomRead extends WrittenFiles {

  @Override
  public String name() {
    return "RandomRead";
  }

  @Override
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>(TimedReads.keys());
    keys.add(CommonKeys.buffer());
    return CommonKeys.with(keys);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    Path folder = folder(scope.workspace(), scope.task());
    return new TimedReads(this, scope, thread) {
      private final List<Path> all = files.listSome(folder);

      @Override
      public void run() throws IOException {
        readFor(all);
      }

      @Override
      boolean isWanted(Request request) {
        return true;
      }

      @Override
      Meter meter(Request request) {
        return meter(READ);
      }
    };
  }
}
