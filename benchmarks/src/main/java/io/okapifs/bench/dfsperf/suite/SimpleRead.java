package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Each thread reads whole files of SimpleWrite. */
final class SimpleRead extends WrittenFiles {

  @Override
  public String name() {
    return "SimpleRead";
  }

  @Override
  public List<Key> keys() {
    return CommonKeys.with(keysOfReads());
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    FileClient files = new FileClient(scope.connect(), scope.config());
    List<Path> chosen = chosen(files, scope, thread);
    return new Worker(this, scope, thread) {
      @Override
      public void run() throws IOException {
        for (Path file : chosen) {
          meter(READ).measure(() -> files.read(file));
        }
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
