package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * A repaired block of which a full report tells before its node tells that it got it. Until then
 * the repair counts beside its result, so that a block group that misses another block seems to be
 * whole and leaves the queue of repairs; and upstream does not look at it when the repair is told
 * of.
 */
public final class EarlyReport {

  private EarlyReport() {}

  /** After a node has told that it got a block, under the write lock. */
  @Woven
  public static void reconsider(BlockManager blocks, Block received) {
    BlockInfo block = blocks.getStoredBlock(received);
    if (block != null
        && block.isStriped()
        && block.isComplete()
        && blocks.isPopulatingReplQueues()
        && !RepairQueueWindow.isQueued(blocks, block)
        && UpstreamFix.EARLY_REPORT.isOn(BlockManagerWindow.conf(blocks))) {
      GroupSiblings.queueIfMisplaced(blocks, block);
    }
  }
}
