package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.HashSet;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** The steps of a repair that a NameNode takes one by one, with its lock released in between. */
public final class PlannedRepair {

  private final BlockManager blocks;
  private final BlockReconstructionWork work;

  private PlannedRepair(BlockManager blocks, BlockReconstructionWork work) {
    this.blocks = blocks;
    this.work = work;
  }

  /**
   * @return null where there is nothing to repair
   */
  public static PlannedRepair of(FSNamesystem namesystem, BlockInfo block) {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      BlockReconstructionWork work =
          blocks.scheduleReconstruction(block, LowRedundancyBlocks.QUEUE_HIGHEST_PRIORITY);
      return work == null ? null : new PlannedRepair(blocks, work);
    } finally {
      namesystem.writeUnlock("PlannedRepair");
    }
  }

  public void chooseTargets() {
    work.chooseTargets(
        blocks.getStriptedBlockPlacementPolicy(), blocks.getStoragePolicySuite(),
        new HashSet<>(work.getContainingNodes()));
  }

  public int targets() {
    return work.getTargets() == null ? 0 : work.getTargets().length;
  }

  public boolean isOverdue(FSNamesystem namesystem) {
    namesystem.writeLock();
    try {
      return GroupRepairs.isOverdue(work);
    } finally {
      namesystem.writeUnlock("PlannedRepair");
    }
  }
}
