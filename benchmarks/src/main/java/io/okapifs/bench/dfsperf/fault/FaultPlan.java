package io.okapifs.bench.dfsperf.fault;

import io.okapifs.bench.testbed.DataNodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets faults happen when they are due. For one thread, beside one of its own. */
public final class FaultPlan implements AutoCloseable {

  private static final long SLICE_MILLIS = 10;
  private static final int SLICES_STOPPED = 9;

  private final List<Fault> left;
  private final DataNodes nodes;
  private final PrintWriter out;
  private final Set<Integer> slow = ConcurrentHashMap.newKeySet();
  private final Thread slicing = new Thread(this::slice, "slow DataNodes");
  private volatile boolean closed;

  public FaultPlan(List<Fault> faults, DataNodes nodes, PrintWriter out) {
    this.left = new ArrayList<>(faults);
    this.nodes = nodes;
    this.out = out;
    slicing.setDaemon(true);
    slicing.start();
  }

  /** Told again and again how far a run is. */
  public void look(double seconds, double mebibytes, long operations)
      throws IOException, InterruptedException {
    for (Fault fault : List.copyOf(left)) {
      if (fault.isDue(seconds, mebibytes, operations)) {
        left.remove(fault);
        happen(fault);
        out.println("Fault: " + fault.text());
        out.flush();
      }
    }
  }

  /** Faults that were not due, which is to be said at the end. */
  public List<String> notDue() {
    return left.stream().map(Fault::text).toList();
  }

  private void happen(Fault fault) throws IOException, InterruptedException {
    slow.remove(fault.node());
    switch (fault.action()) {
      case KILL -> nodes.kill(fault.node());
      case STOP -> nodes.signal(fault.node(), "STOP");
      case RESUME -> nodes.signal(fault.node(), "CONT");
      case SLOW -> slow.add(fault.node());
    }
  }

  private void slice() {
    try {
      while (!closed) {
        signalSlow("STOP");
        Thread.sleep(SLICES_STOPPED * SLICE_MILLIS);
        signalSlow("CONT");
        Thread.sleep(SLICE_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      if (!closed) {
        out.println("DataNodes are not slow any more: " + e.getMessage());
      }
    }
  }

  private void signalSlow(String signal) throws IOException, InterruptedException {
    for (int node : slow) {
      nodes.signal(node, signal);
    }
  }

  @Override
  public void close() {
    closed = true;
    slicing.interrupt();
  }
}
