package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.repair.TaskEnvelope;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;

/**
 * Asks DataNodes to report all they have, which by themselves they may do hours after a NameNode
 * has taken over. How many report at a time is limited by HDFS ({@code
 * dfs.namenode.max.full.block.report.leases}).
 *
 * <p>Under the namesystem's write lock.
 */
public final class FullReports {

  /**
   * A report may wait its turn; a node that knows nothing of such requests is not filled with them.
   */
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** When each node was asked last, by its UUID. */
  private final Map<String, Long> askedNanos = new HashMap<>();

  /** Asks those that were not asked lately. */
  public void ask(BlockManager blocks, Collection<DatanodeDescriptor> nodes) {
    long now = System.nanoTime();
    askedNanos.values().removeIf(asked -> now - asked >= PATIENCE_NANOS);
    for (DatanodeDescriptor node : nodes) {
      if (node.isAlive() && askedNanos.putIfAbsent(node.getDatanodeUuid(), now) == null) {
        DatanodeWindow.addTask(
            node, new ExtendedBlock(blocks.getBlockPoolId(), new Block()), List.of(node), List.of(),
            TaskEnvelope.ofFullReport());
      }
    }
  }
}
