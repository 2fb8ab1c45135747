package io.okapifs.hdfs.testing;

import java.lang.reflect.Field;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/**
 * What the DataNodes of a cluster have counted of their repairs, summed. A node that was restarted
 * has the old counters under its name.
 */
public record RepairCounters(long bytesRead, long bytesWritten) {

  public static RepairCounters of(BlockFileCluster cluster) throws ReflectiveOperationException {
    return new RepairCounters(
        sum(cluster, "ecReconstructionBytesRead"), sum(cluster, "ecReconstructionBytesWritten"));
  }

  public RepairCounters since(RepairCounters before) {
    return new RepairCounters(
        bytesRead - before.bytesRead, bytesWritten - before.bytesWritten);
  }

  /** Repairs that ended without sending what was asked for. */
  public static long failedTasks(BlockFileCluster cluster) throws ReflectiveOperationException {
    return sum(cluster, "ecFailedReconstructionTasks");
  }

  /** Those of them that had computed something wrong. */
  public static long invalidTasks(BlockFileCluster cluster) throws ReflectiveOperationException {
    return sum(cluster, "ecInvalidReconstructionTasks");
  }

  private static long sum(BlockFileCluster cluster, String counter)
      throws ReflectiveOperationException {
    Field field = DataNodeMetrics.class.getDeclaredField(counter);
    field.setAccessible(true);
    long sum = 0;
    for (DataNode node : cluster.mini().getDataNodes()) {
      // Not by the node's name: another cluster of this JVM may have had a node at the same port.
      sum += ((MutableCounterLong) field.get(node.getMetrics())).value();
    }
    return sum;
  }
}
