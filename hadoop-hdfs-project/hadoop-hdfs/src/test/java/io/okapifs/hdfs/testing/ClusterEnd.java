package io.okapifs.hdfs.testing;

import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ExitUtil;

/**
 * The end of a cluster in this JVM. A daemon that ends its process only leaves a mark here, for the
 * JVM lives on; found on shutdown it would keep the daemons running, whoever left it.
 */
public final class ClusterEnd {

  private ClusterEnd() {}

  /** Ends a cluster whose daemons may have ended by themselves. */
  public static void of(MiniDFSCluster cluster) {
    try {
      cluster.shutdown();
    } finally {
      ExitUtil.resetFirstExitException();
      returnMetrics();
    }
  }

  /** Shares of the JVM's metrics that nobody gave back would keep every DataNode that comes after. */
  private static void returnMetrics() {
    boolean isLast = false;
    while (!isLast) {
      isLast = DefaultMetricsSystem.instance().shutdown();
    }
    // Once more, for the names that are taken: only this call frees them.
    DefaultMetricsSystem.shutdown();
  }

  /** Ends a cluster; its daemons have to have lived until now. */
  public static void ofLiving(MiniDFSCluster cluster) {
    ExitUtil.ExitException exit = ExitUtil.getFirstExitException();
    of(cluster);
    if (exit != null) {
      throw new AssertionError("a daemon ended by itself: " + exit.getMessage(), exit);
    }
  }
}
