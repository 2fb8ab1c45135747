package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.PlacementGlance;
import java.util.Optional;
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
   * Queues the data stripes with members of a parity group that was not passed over, if they lie
   * badly.
   *
   * @return how many there are
   */
  @Woven
  public static int lookAround(BlockManager blocks, BlockInfo block) {
    if (!(block instanceof BlockInfoStripedParity parity)) {
      return 0;
    }
    Optional<GroupHealth> health = GroupHealth.of(blocks, parity);
    if (health.isEmpty() || health.get().file().inode().isUnderConstruction()) {
      return 0;
    }
    int stripes = 0;
    for (BlockInfoDecoupled relative : health.get().relatives(parity)) {
      if (relative != block) {
        GroupSiblings.queueIfMisplaced(blocks, relative);
        stripes++;
      }
    }
    return stripes;
  }
}
