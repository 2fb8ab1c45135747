package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.StorageMinimums;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/** How urgent the repair of a decoupled block group is. Under the namesystem's write lock. */
public final class RepairPriority {

  private RepairPriority() {}

  /** Repair priority by the worst group that a block group touches, on upstream's ladder. */
  @Woven
  public static int of(BlockManager blocks, BlockInfo block, int current, int expected) {
    if (current >= expected) {
      return RepairQueueWindow.BADLY_DISTRIBUTED;
    }
    return GroupHealth.of(blocks, (BlockInfoDecoupled) block)
        .map(health -> of(health, (BlockInfoDecoupled) block))
        .orElse(RepairQueueWindow.LOW);
  }

  private static int of(GroupHealth health, BlockInfoDecoupled block) {
    if (health.file().isNext()) {
      // Behind every repair: nothing is lost.
      return RepairQueueWindow.BADLY_DISTRIBUTED;
    }
    int margin = health.worstMargin(block);
    if (margin < 0) {
      // What lost nothing of its own waits for others to come back.
      return StorageMinimums.isLost(health, block)
          ? RepairQueueWindow.CORRUPT
          : RepairQueueWindow.LOW;
    }
    if (margin == 0) {
      return RepairQueueWindow.HIGHEST;
    }
    return margin * 3 < health.file().r() + 1
        ? RepairQueueWindow.VERY_LOW
        : RepairQueueWindow.LOW;
  }
}
