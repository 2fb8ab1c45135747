package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.PrivateField;
import io.okapifs.hdfs.namenode.repair.GroupRepairs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
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
   * @param urgent whether the block group counts as one that can lose nothing more
   * @return null where there is nothing to repair
   */
  public static PlannedRepair of(FSNamesystem namesystem, BlockInfo block, boolean urgent) {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      BlockReconstructionWork work =
          blocks.scheduleReconstruction(
              block,
              urgent
                  ? LowRedundancyBlocks.QUEUE_HIGHEST_PRIORITY
                  : LowRedundancyBlocks.QUEUE_LOW_REDUNDANCY);
      return work == null ? null : new PlannedRepair(blocks, work);
    } finally {
      namesystem.writeUnlock("PlannedRepair");
    }
  }

  /** Parity groups that wait for a repair, or for the end of one. */
  public static long askedParity(FSNamesystem namesystem) {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      Set<BlockInfo> asked = pending(blocks.pendingReconstruction);
      blocks.neededReconstruction.iterator().forEachRemaining(asked::add);
      return asked.stream().filter(BlockInfoStripedParity.class::isInstance).count();
    } finally {
      namesystem.writeUnlock("PlannedRepair");
    }
  }

  /** Gives a node as many tasks as it may be given, which it fetches with its next heartbeat. */
  public static void fill(FSNamesystem namesystem, String uuid) {
    BlockManager blocks = namesystem.getBlockManager();
    DatanodeDescriptor node = blocks.getDatanodeManager().getDatanode(uuid);
    for (int i = 0; i < blocks.getReplicationStreamsHardLimit(); i++) {
      node.addBlockToBeReplicated(new Block(i), node.getStorageInfos());
    }
  }

  /** Takes the tasks of all nodes back. */
  public static void empty(FSNamesystem namesystem) {
    for (DatanodeDescriptor node :
        namesystem.getBlockManager().getDatanodeManager()
            .getDatanodeListForReport(DatanodeReportType.ALL)) {
      node.getReplicationCommand(node.getNumberOfBlocksToBeReplicated());
    }
  }

  public void chooseTargets() {
    work.chooseTargets(
        blocks.getStriptedBlockPlacementPolicy(), blocks.getStoragePolicySuite(),
        new HashSet<>(work.getContainingNodes()));
  }

  /** Nodes that it may read from. */
  public int sources() {
    return work.getSrcNodes().length;
  }

  public int targets() {
    return work.getTargets() == null ? 0 : work.getTargets().length;
  }

  public boolean isOverdue(FSNamesystem namesystem) {
    namesystem.writeLock();
    try {
      return GroupRepairs.isOverdue(blocks, work, work.getBlock(), work.getTargets());
    } finally {
      namesystem.writeUnlock("PlannedRepair");
    }
  }

  /** Blocks whose repair was handed out, also those that are about to be queued again. */
  private static Set<BlockInfo> pending(PendingReconstructionBlocks repairs) {
    Map<?, ?> pending =
        (Map<?, ?>)
            PrivateField.of(
                    PendingReconstructionBlocks.class, "pendingReconstructions", Map.class)
                .get(repairs);
    List<?> timedOut =
        (List<?>)
            PrivateField.of(PendingReconstructionBlocks.class, "timedOutItems", ArrayList.class)
                .get(repairs);
    Set<BlockInfo> all = new HashSet<>();
    synchronized (pending) {
      pending.keySet().forEach(block -> all.add((BlockInfo) block));
      synchronized (timedOut) {
        timedOut.forEach(block -> all.add((BlockInfo) block));
      }
    }
    return all;
  }
}
