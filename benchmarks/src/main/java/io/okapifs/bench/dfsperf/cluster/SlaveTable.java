package io.okapifs.bench.dfsperf.cluster;

import io.okapifs.bench.dfsperf.cluster.MasterProtocol.Order;
import io.okapifs.bench.dfsperf.config.Slave;
import io.okapifs.bench.dfsperf.report.SlaveContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How far each slave is, as the master knows it. Any thread may call it. */
final class SlaveTable {

  /** What a slave has told. */
  enum State {
    STARTED,
    REGISTERED,
    READY,
    SUCCESS,
    FAILED;

    boolean isOver() {
      return this == SUCCESS || this == FAILED;
    }
  }

  private static final class Row {
    private final Slave slave;
    private State state = State.STARTED;
    private long heardNanos;
    private long bytes;
    private long operations;
    private SlaveContext context;
    private String failure = "";

    Row(Slave slave) {
      this.slave = slave;
    }
  }

  private final Map<Integer, Row> rows = new TreeMap<>();
  private final Map<String, Set<String>> arrived = new HashMap<>();
  private final Tally tally = new Tally();
  private final int threads;
  private boolean aborted;
  private long runsSince;

  /**
   * @param threads of each slave
   */
  SlaveTable(List<Slave> slaves, int threads) {
    this.threads = threads;
    slaves.forEach(slave -> rows.put(slave.id(), new Row(slave)));
  }

  private Row heard(int task) throws IOException {
    Row row = rows.get(task);
    if (row == null) {
      throw new IOException("no such slave: task=" + task + ", slaves=" + rows.keySet());
    }
    row.heardNanos = System.nanoTime();
    return row;
  }

  synchronized void register(int task, String node) throws IOException {
    Row row = heard(task);
    if (!row.slave.node().equals(node)) {
      throw new IOException(
          "another slave has this number: task=" + task + ", node=" + node + ", expected="
              + row.slave.node());
    }
    advance(row, State.REGISTERED);
  }

  synchronized void ready(int task) throws IOException {
    advance(heard(task), State.READY);
  }

  /** Nobody goes back: a call may come twice, and a slave that has failed has failed. */
  private static void advance(Row row, State state) {
    if (row.state.compareTo(state) < 0) {
      row.state = state;
    }
  }

  synchronized Order beat(int task, long bytes, long operations) throws IOException {
    Row row = heard(task);
    row.bytes = bytes;
    row.operations = operations;
    if (aborted || row.state == State.FAILED) {
      return Order.ABORT;
    }
    boolean allReady =
        rows.values().stream().allMatch(each -> each.state.compareTo(State.READY) >= 0);
    runsSince = allReady && runsSince == 0 ? System.nanoTime() : runsSince;
    return allReady ? Order.RUN : Order.WAIT;
  }

  /** For how long all threads have been told to run; 0 where they have not. */
  synchronized long runNanos() {
    return runsSince == 0 ? 0 : System.nanoTime() - runsSince;
  }

  synchronized boolean arrive(int task, int thread, String barrier) throws IOException {
    Row row = heard(task);
    if (aborted || row.state == State.FAILED) {
      throw new IOException("the run was aborted: task=" + task + ", barrier=" + barrier);
    }
    Set<String> there = arrived.computeIfAbsent(barrier, name -> new HashSet<>());
    there.add(task + "-" + thread);
    return rows.values().stream()
        .filter(each -> !each.state.isOver())
        .allMatch(each -> hasArrived(there, each.slave.id()));
  }

  private boolean hasArrived(Set<String> there, int task) {
    for (int thread = 0; thread < threads; thread++) {
      if (!there.contains(task + "-" + thread)) {
        return false;
      }
    }
    return true;
  }

  synchronized void finish(int task, SlaveContext context, Tally its, String failure)
      throws IOException {
    Row row = heard(task);
    if (row.context == null) {
      row.context = context;
      tally.add(its);
      // Operations that ended behind the last heartbeat count as well.
      row.bytes = its.bytes();
    }
    if (failure.isEmpty()) {
      advance(row, State.SUCCESS);
    } else {
      fail(task, failure);
    }
  }

  /** Takes a slave for failed, where it has not ended. */
  synchronized void fail(int task, String why) {
    Row row = rows.get(task);
    if (!row.state.isOver()) {
      row.state = State.FAILED;
      row.failure = why;
    }
  }

  /** Takes slaves for failed that registered, have not ended, and have not called for so long. */
  synchronized void failSilent(long nanos) {
    for (Row row : rows.values()) {
      boolean isSilent = System.nanoTime() - row.heardNanos > nanos;
      if (row.state != State.STARTED && !row.state.isOver() && isSilent) {
        fail(row.slave.id(), "was not heard of for " + nanos / 1_000_000 + " ms");
      }
    }
  }

  /** Takes slaves for failed that have not registered. */
  synchronized void failUnregistered(long millis) {
    for (Slave slave : in(State.STARTED)) {
      fail(slave.id(), "did not register within " + millis + " ms");
    }
  }

  /** Tells all slaves to end. */
  synchronized void abort() {
    aborted = true;
    rows.keySet().forEach(task -> fail(task, "the run was aborted"));
  }

  synchronized List<Slave> in(State state) {
    return rows.values().stream()
        .filter(row -> row.state == state)
        .map(row -> row.slave)
        .toList();
  }

  synchronized boolean isOver() {
    return rows.values().stream().allMatch(row -> row.state.isOver());
  }

  synchronized long bytes() {
    return rows.values().stream().mapToLong(row -> row.bytes).sum();
  }

  synchronized long operations() {
    return rows.values().stream().mapToLong(row -> row.operations).sum();
  }

  /** Why slaves failed, by name. */
  synchronized Map<String, String> failures() {
    Map<String, String> failures = new TreeMap<>();
    for (Row row : rows.values()) {
      if (row.state == State.FAILED) {
        failures.put(row.slave.name(), row.failure);
      }
    }
    return failures;
  }

  /** What slaves have told; of one that did not get so far what is known, and no statistics. */
  synchronized List<SlaveContext> contexts(
      String suite, long beginMillis, Map<String, String> keys) {
    List<SlaveContext> contexts = new ArrayList<>();
    for (Row row : rows.values()) {
      SlaveContext told =
          row.context != null
              ? row.context
              : new SlaveContext(
                  suite, row.slave.id(), row.slave.node(), false, beginMillis,
                  System.currentTimeMillis(), keys, Map.of());
      // One that was taken for failed may have told of success too late.
      contexts.add(row.state == State.SUCCESS ? told : told.failed());
    }
    return contexts;
  }

  synchronized Tally tally() {
    return tally;
  }
}
