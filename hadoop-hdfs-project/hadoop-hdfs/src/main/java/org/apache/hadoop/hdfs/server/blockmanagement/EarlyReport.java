package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import org.apache.hadoop.hdfs.protocol.Block;

/**
 * A repaired block of which a full report tells before its node tells that it got it. Until then the
 * repair counts beside its result, so that a block group that misses another block seems to be whole
 * and leaves the queue of repairs; and upstream does not look at it when the repair is told of.
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
        && !blocks.neededReconstruction.contains(block)
        && UpstreamFix.EARLY_REPORT.isOn(OwnNameNode.conf(blocks))) {
      GroupSiblings.queueIfMisplaced(blocks, block);
    }
  }
}
