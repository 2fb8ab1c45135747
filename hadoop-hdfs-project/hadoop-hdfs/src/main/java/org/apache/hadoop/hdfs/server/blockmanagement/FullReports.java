package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.repair.TaskEnvelope;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * Asks DataNodes to report all they have, which by themselves they may do hours after a NameNode has
 * taken over. How many report at a time is limited by HDFS ({@code
 * dfs.namenode.max.full.block.report.leases}).
 *
 * <p>Under the namesystem's write lock.
 */
public final class FullReports {

  /** A report may wait its turn; a node that knows nothing of such requests is not filled with them. */
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** When each node was asked last, by its UUID. */
  private final Map<String, Long> askedNanos = new HashMap<>();

  /** Asks those that were not asked lately. */
  public void ask(BlockManager blocks, Collection<DatanodeDescriptor> nodes) {
    long now = System.nanoTime();
    askedNanos.values().removeIf(asked -> now - asked >= PATIENCE_NANOS);
    for (DatanodeDescriptor node : nodes) {
      if (node.isAlive() && askedNanos.putIfAbsent(node.getDatanodeUuid(), now) == null) {
        node.addBlockToBeErasureCoded(
            new ExtendedBlock(blocks.getBlockPoolId(), new Block()), new DatanodeDescriptor[] {node},
            new DatanodeStorageInfo[0], new byte[0], new byte[0], TaskEnvelope.ofFullReport());
      }
    }
  }
}
