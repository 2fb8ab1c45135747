package io.okapifs.bench.dfsperf.cluster;

import java.net.InetSocketAddress;

/** The process of a slave. */
public final class SlaveMain {

  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int ARGUMENTS = 4;

  private SlaveMain() {}

  /** The master's host and port, the slave's number and node. */
  public static void main(String[] args) throws Exception {
    if (args.length != ARGUMENTS) {
      System.err.println("usage: SlaveMain HOST PORT TASK NODE");
      System.exit(USAGE);
    }
    InetSocketAddress master = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
    boolean success = false;
    try {
      success = new SlaveRun(Integer.parseInt(args[2]), args[3]).run(master);
    } finally {
      // Threads that do not notice that they were interrupted must not go on without a master.
      System.exit(success ? 0 : FAILED);
    }
  }
}
