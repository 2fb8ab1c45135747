package io.okapifs.bench.dfsperf.cluster;

import io.okapifs.bench.dfsperf.config.Environment;
import io.okapifs.bench.dfsperf.config.Slave;
import io.okapifs.bench.dfsperf.report.SlaveContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;

/** Tells slaves what to do and when, and takes what they have measured. Used once. */
public final class Master implements AutoCloseable {

  private static final int HANDLERS = 8;
  private static final long LOOK_MILLIS = 50;
  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int PERCENT = 100;
  private static final double MIB = 1 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Slave> slaves;
  private final Assignment assignment;
  private final Environment environment;
  private final PrintWriter out;
  private final SlaveTable table;
  private final RPC.Server server;
  private final long beginMillis = System.currentTimeMillis();

  /**
   * Starts to listen.
   *
   * @param host of this machine, as slaves reach it
   */
  public Master(
      List<Slave> slaves, Assignment assignment, Environment environment, String host, int port,
      PrintWriter out)
      throws IOException {
    this.slaves = slaves;
    this.assignment = assignment;
    this.environment = environment;
    this.out = out;
    this.table = new SlaveTable(slaves, assignment.threads());
    this.server =
        new RPC.Builder(new Configuration(false))
            .setProtocol(MasterProtocol.class)
            .setInstance(new Calls())
            .setBindAddress(host)
            .setPort(port)
            .setNumHandlers(HANDLERS)
            .build();
    server.start();
  }

  private final class Calls implements MasterProtocol {
    @Override
    public String register(int task, String node) throws IOException {
      table.register(task, node);
      return assignment.text();
    }

    @Override
    public void ready(int task) throws IOException {
      table.ready(task);
    }

    @Override
    public int beat(int task, long bytes, long operations) throws IOException {
      return table.beat(task, bytes, operations).ordinal();
    }

    @Override
    public boolean arrive(int task, int thread, String barrier) throws IOException {
      return table.arrive(task, thread, barrier);
    }

    @Override
    public void finish(int task, String context, String tally, String failure)
        throws IOException {
      table.finish(
          task, SlaveContext.parse(context, "slave " + task), Tally.parse(tally), failure);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getListenerAddress();
  }

  /** Which slaves have ended by themselves, and how, as who started them knows. */
  @FunctionalInterface
  public interface Ended {
    /** Why by slave. */
    Map<Slave, String> ask();
  }

  /** Whoever wants to know how far a run is. */
  @FunctionalInterface
  public interface Watch {
    /**
     * Told again and again.
     *
     * @param seconds since all threads were told to run
     */
    void look(double seconds, double mebibytes, long operations)
        throws IOException, InterruptedException;
  }

  /**
   * Waits until all slaves have ended or failed.
   *
   * @param ended asked again and again: nobody must wait for a process that is gone
   */
  public void await(Ended ended, Watch watch) throws IOException, InterruptedException {
    out.println("Waiting for " + slaves.size() + " slaves to register ...");
    out.flush();
    long begin = System.nanoTime();
    long registerNanos = TimeUnit.MILLISECONDS.toNanos(environment.registerMillis());
    long told = begin;
    boolean run = false;
    while (!table.isOver()) {
      Thread.sleep(LOOK_MILLIS);
      if (table.runNanos() > 0) {
        run = run || sayThatAllRun();
        watch.look(table.runNanos() / NANOS_PER_SECOND, table.bytes() / MIB, table.operations());
      }
      ended.ask().forEach((slave, why) -> table.fail(slave.id(), why));
      table.failSilent(SILENT_NANOS);
      if (System.nanoTime() - begin > registerNanos) {
        table.failUnregistered(environment.registerMillis());
      }
      abortWhereTooManyFailed();
      if (System.nanoTime() - told > TELL_NANOS) {
        told = System.nanoTime();
        tell(begin);
      }
    }
    tell(begin);
    table.failures().forEach((slave, why) -> out.println("Failed: " + slave + ": " + why));
    out.flush();
  }

  private boolean sayThatAllRun() {
    out.println("All threads run.");
    out.flush();
    return true;
  }

  private void abortWhereTooManyFailed() {
    int failed = table.in(SlaveTable.State.FAILED).size();
    boolean tooMany = failed * PERCENT > environment.failedPercent() * slaves.size();
    if (failed > 0 && tooMany && environment.abortsFailed() && !table.isOver()) {
      out.println("Too many slaves have failed, the run is aborted.");
      table.abort();
    }
  }

  private void tell(long begin) {
    List<Slave> success = table.in(SlaveTable.State.SUCCESS);
    List<Slave> failed = table.in(SlaveTable.State.FAILED);
    int running = slaves.size() - success.size() - failed.size();
    double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
    out.printf(
        "Running: %d slaves. Success: %d slaves. Failed: %d slaves. %.1f s, %.0f MiB%n", running,
        success.size(), failed.size(), seconds, table.bytes() / MIB);
    if (environment.tellsNames()) {
      out.println(
          "Still running: "
              + slaves.stream()
                  .filter(slave -> !success.contains(slave) && !failed.contains(slave))
                  .map(Slave::name)
                  .collect(Collectors.joining(" ")));
    }
    out.flush();
  }

  /** What slaves have told. */
  public List<SlaveContext> contexts() {
    return table.contexts(assignment.suite(), beginMillis, assignment.keys());
  }

  /** Of all slaves. */
  public Tally tally() {
    return table.tally();
  }

  /** Why slaves failed, by name. */
  public Map<String, String> failures() {
    return table.failures();
  }

  @Override
  public void close() {
    server.stop();
  }
}
