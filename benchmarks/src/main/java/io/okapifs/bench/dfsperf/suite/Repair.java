package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * Files lose blocks, and each thread waits until its own are whole again: how long after the
 * NameNode has missed them, and how many bytes of blocks a second.
 */
final class Repair extends Scratch {

  private static final Statistic REPAIR = Statistic.throughput("Repair");

  Repair() {
    super("Repair", false);
  }

  @Override
  public List<Key> keys() {
    return CommonKeys.with(LossWatch.keys());
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(REPAIR);
  }

  @Override
  public Needs needs(SuiteConfig config) {
    return new Needs(true, config.count(LossWatch.NODES), true);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    FileClient files = new FileClient(scope.connect(), scope.config());
    LossWatch losses = new LossWatch(scope, files);
    Path folder = folder(scope.workspace(), scope.task());
    return new Worker(this, scope, thread) {
      private final List<Path> written = new ArrayList<>();

      @Override
      public void prepare() throws IOException {
        written.addAll(losses.write(folder, this));
      }

      @Override
      public void run() throws IOException {
        losses.awaitLoss(files.listSome(folder));
        long lost = System.nanoTime();
        Map<Path, Long> missing = new LinkedHashMap<>();
        for (Path file : written) {
          missing.put(file, losses.missing(file).bytes());
        }
        missing.values().removeIf(bytes -> bytes == 0);
        for (Path file : missing.keySet()) {
          meter(REPAIR).measure(
              lost,
              () -> {
                losses.awaitWhole(file);
                return missing.get(file);
              });
          files.verify(file);
        }
      }

      @Override
      public void close() throws IOException {
        files.close();
      }
    };
  }
}
