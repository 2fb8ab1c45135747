package io.okapifs.bench.dfsperf.cluster;

import io.okapifs.bench.dfsperf.suite.Progress;
import io.okapifs.bench.dfsperf.suite.Scope;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;

/** A slave's line to its master, over which it says twice a second that it is alive. */
final class MasterLink implements Scope.Barriers, AutoCloseable {

  private static final long BEAT_MILLIS = 500;
  private static final long POLL_MILLIS = 20;

  private final MasterProtocol master;
  private final int task;
  private final Progress progress = new Progress();
  private final Thread beats;
  private volatile MasterProtocol.Order order = MasterProtocol.Order.WAIT;

  MasterLink(InetSocketAddress address, int task) throws IOException {
    this.task = task;
    master =
        RPC.getProxy(
            MasterProtocol.class, MasterProtocol.versionID, address, new Configuration(false));
    beats = new Thread(this::beat, "heartbeats");
    beats.setDaemon(true);
  }

  Assignment register(String node) throws IOException {
    Assignment assignment = Assignment.parse(master.register(task, node));
    beats.start();
    return assignment;
  }

  /** How far threads are, which heartbeats tell. */
  Progress progress() {
    return progress;
  }

  private void beat() {
    try {
      while (true) {
        int answer = master.beat(task, progress.bytes(), progress.operations());
        order = MasterProtocol.Order.values()[answer];
        Thread.sleep(order == MasterProtocol.Order.WAIT ? POLL_MILLIS : BEAT_MILLIS);
      }
    } catch (IOException e) {
      // Without a master there is nobody to tell anything.
      order = MasterProtocol.Order.ABORT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void ready() throws IOException {
    master.ready(task);
  }

  /**
   * Waits until all slaves are ready.
   *
   * @throws IOException where the run was aborted, or the master is gone
   */
  void awaitStart() throws IOException, InterruptedException {
    while (order == MasterProtocol.Order.WAIT) {
      Thread.sleep(POLL_MILLIS);
    }
    refuseAborted();
  }

  /**
   * Does nothing as long as the run goes on.
   *
   * @throws IOException where it was aborted, or the master is gone
   */
  void refuseAborted() throws IOException {
    if (order == MasterProtocol.Order.ABORT) {
      throw new IOException("the run was aborted, or the master is gone");
    }
  }

  @Override
  public void await(String name, int thread) throws IOException, InterruptedException {
    while (!master.arrive(task, thread, name)) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      refuseAborted();
    }
  }

  void finish(String context, String tally, String failure) throws IOException {
    master.finish(task, context, tally, failure);
  }

  @Override
  public void close() {
    beats.interrupt();
    RPC.stopProxy(master);
  }
}
