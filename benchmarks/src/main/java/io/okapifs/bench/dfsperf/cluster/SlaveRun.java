package io.okapifs.bench.dfsperf.cluster;

import io.okapifs.bench.dfsperf.config.SuiteConfig;
import io.okapifs.bench.dfsperf.report.SlaveContext;
import io.okapifs.bench.dfsperf.suite.Meter;
import io.okapifs.bench.dfsperf.suite.Scope;
import io.okapifs.bench.dfsperf.suite.Statistic;
import io.okapifs.bench.dfsperf.suite.Suite;
import io.okapifs.bench.dfsperf.suite.Suites;
import io.okapifs.bench.dfsperf.suite.Worker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A slave, from when it registers to when it has told what it measured. Used once. */
final class SlaveRun {

  private static final long END_SECONDS = 10;
  private static final long LOOK_MILLIS = 500;
  private static final String ADDRESS = "dfs.perf.dfs.address";
  private static final String FOLDER = "work.dir";

  private final int task;
  private final String node;
  private final List<Worker> workers = new ArrayList<>();
  private String failure = "";

  SlaveRun(int task, String node) {
    this.task = task;
    this.node = node;
  }

  /** Runs; tells whether all went well. */
  boolean run(InetSocketAddress master) throws IOException, InterruptedException {
    try (MasterLink link = new MasterLink(master, task)) {
      Assignment assignment = link.register(node);
      Suite suite = Suites.byName(assignment.suite());
      Scope scope = scope(assignment, suite, link);
      long begin = System.currentTimeMillis();
      try {
        for (int thread = 0; thread < assignment.threads(); thread++) {
          workers.add(suite.worker(scope, thread));
        }
        for (Worker worker : workers) {
          worker.prepare();
        }
        link.ready();
        link.awaitStart();
        begin = System.currentTimeMillis();
        runThreads(link);
      } catch (IOException | RuntimeException e) {
        fail(e);
      }
      long end = System.currentTimeMillis();
      closeAll();
      tell(link, suite, scope, begin, end);
    }
    return failure.isEmpty();
  }

  private Scope scope(Assignment assignment, Suite suite, MasterLink link) {
    Configuration conf = new Configuration();
    assignment.conf().forEach(conf::set);
    SuiteConfig config = SuiteConfig.of(suite.name(), suite.keys(), assignment.keys());
    return new Scope(
        config, URI.create(assignment.address()), conf, new Path(assignment.workspace()), task,
        assignment.threads(), HdfsRedundancy::of, link, link.progress());
  }

  /**
   * The first failure ends all threads: the others could wait for the one that failed. So does the
   * end of the run, or of the master.
   */
  private void runThreads(MasterLink link) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(workers.size());
    try {
      CompletionService<Void> running = new ExecutorCompletionService<>(threads);
      for (Worker worker : workers) {
        running.submit(
            () -> {
              worker.run();
              return null;
            });
      }
      for (int left = workers.size(); left > 0; ) {
        Future<Void> ended = running.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (ended == null) {
          link.refuseAborted();
          continue;
        }
        left--;
        try {
          ended.get();
        } catch (ExecutionException e) {
          fail(e.getCause());
          threads.shutdownNow();
          return;
        }
      }
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void fail(Throwable reason) {
    reason.printStackTrace();
    // What a server refuses has the server's stack in its message.
    String sentence =
        String.valueOf(reason.getMessage()).lines().findFirst().orElse(reason.toString());
    failure = failure.isEmpty() ? sentence : failure;
  }

  private void closeAll() {
    for (Worker worker : workers) {
      try {
        worker.close();
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  private void tell(MasterLink link, Suite suite, Scope scope, long begin, long end)
      throws IOException {
    Map<String, String> keys = scope.config().values();
    keys.put(FOLDER, suite.folder(scope.workspace(), task).toString());
    keys.put(ADDRESS, scope.address().toString());
    SlaveContext context =
        new SlaveContext(
            suite.name(), task, node, failure.isEmpty(), begin, end, keys, statistics(suite));
    Tally tally = new Tally();
    workers.forEach(worker -> tally.add(worker.meters()));
    link.finish(context.text(), tally.text(), failure);
  }

  /** Of each thread: rates as the original has them, and percentiles behind them. */
  private Map<String, List<Double>> statistics(Suite suite) {
    Map<String, List<Double>> statistics = new LinkedHashMap<>();
    for (int i = 0; i < suite.statistics().size(); i++) {
      statistics.put(suite.statistics().get(i).name(), ofThreads(i, Meter::rate));
    }
    for (int i = 0; i < suite.statistics().size(); i++) {
      for (int percent : Statistic.PERCENTILES) {
        statistics.put(
            suite.statistics().get(i).percentile(percent),
            ofThreads(i, meter -> Tally.millis(meter.nanos(), percent)));
      }
    }
    return statistics;
  }

  private List<Double> ofThreads(int statistic, ToDoubleFunction<Meter> value) {
    return workers.stream()
        .map(worker -> value.applyAsDouble(worker.meters().get(statistic)))
        .toList();
  }
}
