package io.okapifs.bench.dfsperf.suite;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** One thread of a suite: it is prepared, runs once and is closed. */
public abstract class Worker implements AutoCloseable {

  private final Map<Statistic, Meter> meters = new LinkedHashMap<>();

  protected final Scope scope;
  protected final int thread;

  protected Worker(Suite suite, Scope scope, int thread) {
    this.scope = scope;
    this.thread = thread;
    suite.statistics().forEach(each -> meters.put(each, new Meter(each, scope.progress())));
  }

  /** Writes what the suite needs before it is measured. */
  public void prepare() throws IOException {}

  /** Does what the suite does. */
  public abstract void run() throws IOException, InterruptedException;

  @Override
  public abstract void close() throws IOException;

  protected Meter meter(Statistic statistic) {
    return meters.get(statistic);
  }

  /** One for each statistic, in the suite's order. */
  public List<Meter> meters() {
    return List.copyOf(meters.values());
  }

  /** A name that no other thread of the run has. */
  protected String own(String rest) {
    return scope.task() + "-" + thread + "-" + rest;
  }

  protected static Path child(Path folder, Object name) {
    return new Path(folder, name.toString());
  }
}
