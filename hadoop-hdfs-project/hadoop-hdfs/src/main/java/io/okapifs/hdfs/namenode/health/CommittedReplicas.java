package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;

/**
 * What is known of a committed block group's replicas while it waits to be complete.
 *
 * <p>Upstream keeps two lists of a block under construction: the replicas that are expected, each
 * with the generation stamp that was last reported, and those that are stored. A finalized replica
 * that is reported after the commit enters the second list alone.
 * {@code BlockManager.forceCompleteBlock} commits again, and takes every replica off the second
 * list whose stamp in the first one is old. Blocks that are there would be missing until their
 * nodes' next full reports.
 */
public final class CommittedReplicas {

  private CommittedReplicas() {}

  /**
   * Before a block is completed by force, under the write lock: what is stored of a committed
   * decoupled block group has its stamp, or it would not have been taken.
   */
  @Woven
  public static void confirm(BlockInfo block) {
    if (!BlockInfoDecoupled.isDecoupled(block)
        || block.getBlockUCState() != BlockUCState.COMMITTED) {
      return;
    }
    BlockInfoStriped group = (BlockInfoStriped) block;
    group
        .getStorageInfos()
        .forEachRemaining(
            storage -> StripedBlockWindow.expect(group, storage));
  }
}
