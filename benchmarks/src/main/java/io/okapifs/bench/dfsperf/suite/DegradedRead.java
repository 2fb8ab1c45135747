package io.okapifs.bench.dfsperf.suite;

import io.okapifs.bench.dfsperf.config.Key;
import io.okapifs.bench.dfsperf.config.SuiteConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Files lose blocks, and each thread reads at random places of them for a time: reads that need a
 * lost block are told apart from others.
 */
final class DegradedRead extends Scratch {

  private static final String LOST_ONLY = "lost.only";
  private static final Statistic DEGRADED = Statistic.throughput("DegradedRead");
  private static final Statistic OTHER = Statistic.throughput("Read");

  DegradedRead() {
    super("DegradedRead", false);
  }

  @Override
  public List<Key> keys() {
    List<Key> keys = new ArrayList<>(List.of(Key.flag(LOST_ONLY, false)));
    keys.addAll(TimedReads.keys());
    keys.addAll(LossWatch.keys());
    return CommonKeys.with(keys);
  }

  @Override
  public List<Statistic> statistics() {
    return List.of(DEGRADED, OTHER);
  }

  @Override
  public Needs needs(SuiteConfig config) {
    return new Needs(true, config.count(LossWatch.NODES), false);
  }

  @Override
  public Worker worker(Scope scope, int thread) throws IOException {
    Path folder = folder(scope.workspace(), scope.task());
    return new TimedReads(this, scope, thread) {
      private final LossWatch losses = new LossWatch(scope, files);

      @Override
      public void prepare() throws IOException {
        losses.write(folder, this);
      }

      @Override
      public void run() throws IOException, InterruptedException {
        List<Path> all = files.listSome(folder);
        losses.awaitLoss(all);
        scope.barriers().await("blocks are lost", thread);
        readFor(all);
      }

      @Override
      boolean isWanted(Request request) throws IOException {
        return !scope.config().is(LOST_ONLY) || isLost(request);
      }

      @Override
      Meter meter(Request request) throws IOException {
        return meter(isLost(request) ? DEGRADED : OTHER);
      }

      private boolean isLost(Request request) throws IOException {
        return losses.missing(request.file()).isOf(request.at(), request.bytes());
      }
    };
  }
}
