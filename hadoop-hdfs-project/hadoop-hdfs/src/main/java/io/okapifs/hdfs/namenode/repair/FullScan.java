package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.PlacementGlance;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;


/**
 * A look at all block groups, so that no group need be looked at twice: how the members of a group
 * lie is judged where its parity group comes up, and a data stripe that is whole is passed over.
 *
 * <p>Under the namesystem's write lock.
 */
public final class FullScan {

  private FullScan() {}

  /** Whether a block group is decoupled, whole and well placed, as far as the scan asks here. */
  @Woven
  public static boolean passesOver(BlockManager blocks, BlockInfo block) {
    if (!(block instanceof BlockInfoDecoupled decoupled)
        || block.isDeleted()
        || !block.isComplete()) {
      return false;
    }
    PlacementGlance glance = new PlacementGlance(blocks);
    if (decoupled instanceof BlockInfoStripedData stripe) {
      return glance.isPerfectAlone(stripe);
    }
    return GroupHealth.of(blocks, decoupled)
        .filter(health -> glance.isPerfect(health, decoupled))
        .isPresent();
  }

  /**
   * After a parity group was not passed over: queues the data stripes with members of its group
   * that lie badly.
   */
  @Woven
  public static void lookAround(BlockManager blocks, BlockInfo block) {
    if (block instanceof BlockInfoStripedParity parity) {
      GroupHealth.of(blocks, parity)
          .filter(health -> !health.file().inode().isUnderConstruction())
          .ifPresent(health -> lookAround(blocks, health, parity));
    }
  }

  private static void lookAround(
      BlockManager blocks, GroupHealth health, BlockInfoStripedParity parity) {
    for (BlockInfoDecoupled relative : health.relatives(parity)) {
      if (relative != parity) {
        GroupSiblings.queueIfMisplaced(blocks, relative);
      }
    }
  }
}
