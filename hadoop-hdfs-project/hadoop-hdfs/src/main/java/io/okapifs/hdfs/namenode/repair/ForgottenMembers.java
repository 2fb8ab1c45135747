package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.namenode.health.SafeModeGroups;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Has a block group looked at of which a corrupt replica was told to go. Upstream takes such a
 * replica off its storage itself, so that what would queue the group finds nothing to remove and
 * returns: the block is on no node, and nobody knows that it is missing.
 *
 * <p>Under the namesystem's write lock.
 */
public final class ForgottenMembers {

  private ForgottenMembers() {}

  /** Whether a storage is known to have a block of a block group. */
  @Woven
  public static boolean isKnown(BlockInfo block, DatanodeStorageInfo storage) {
    return storage != null
        && block instanceof BlockInfoStriped group
        && group.getStorageBlockIndex(storage) >= 0;
  }

  /** Always where it is decoupled. */
  private static boolean isCorrected(BlockManager blocks, BlockInfo block) {
    return BlockInfoDecoupled.isDecoupled(block)
        || UpstreamFix.FORGOTTEN_MEMBER.isOn(BlockManagerWindow.conf(blocks));
  }

  /**
   * After a replica was marked as corrupt.
   *
   * @param wasKnown whether it was known before, and may have counted
   */
  @Woven
  public static void lookAt(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage, boolean wasKnown) {
    if (!block.isStriped()
        || block.isDeleted()
        || isKnown(block, storage)
        || !isCorrected(blocks, block)) {
      return;
    }
    if (wasKnown) {
      SafeModeGroups.countLoss(blocks, block);
    }
    if (blocks.isPopulatingReplQueues() && block.isComplete()) {
      GroupSiblings.queueLoss(blocks, block);
    }
  }
}
