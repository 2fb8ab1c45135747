package io.okapifs.bench.dfsperf.fault;

import io.okapifs.bench.testbed.NodeBed;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Lets faults happen when they are due. For one thread, beside one of its own. */
public final class FaultPlan implements AutoCloseable {

  private static final long SLICE_MILLIS = 10;
  private static final int SLICES_STOPPED = 9;

  private final List<Fault> left;
  private final NodeBed bed;
  private final PrintWriter out;
  private final Set<Integer> slow = new TreeSet<>();
  private final Set<Integer> stopped = new TreeSet<>();
  private final Set<Integer> gone = new TreeSet<>();
  private final Thread slicing = new Thread(this::slice, "slow DataNodes");
  private volatile boolean closed;

  public FaultPlan(List<Fault> faults, NodeBed bed, PrintWriter out) {
    this.left = new ArrayList<>(faults);
    this.bed = bed;
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

  /** Not while a slow one is being stopped, which would outlast what happens to it here. */
  private synchronized void happen(Fault fault) throws IOException, InterruptedException {
    int node = fault.node();
    slow.remove(node);
    stopped.remove(node);
    switch (fault.action()) {
      case KILL -> {
        bed.nodes().kill(node);
        gone.add(node);
      }
      case LOSE -> {
        bed.lose(node);
        gone.add(node);
      }
      case STOP -> {
        bed.nodes().signal(node, "STOP");
        stopped.add(node);
      }
      case RESUME -> bed.nodes().signal(node, "CONT");
      case SLOW -> slow.add(node);
    }
  }

  /** Has all DataNodes run again, those that were killed with empty disks. */
  public synchronized void undo() throws IOException, InterruptedException {
    stopped.addAll(slow);
    slow.clear();
    for (int node : stopped) {
      bed.nodes().signal(node, "CONT");
    }
    for (int node : gone) {
      bed.start(node);
    }
    if (!gone.isEmpty()) {
      bed.awaitNodes();
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

  private synchronized void signalSlow(String signal) throws IOException, InterruptedException {
    for (int node : slow) {
      bed.nodes().signal(node, signal);
    }
  }

  @Override
  public void close() {
    closed = true;
    slicing.interrupt();
  }
}
