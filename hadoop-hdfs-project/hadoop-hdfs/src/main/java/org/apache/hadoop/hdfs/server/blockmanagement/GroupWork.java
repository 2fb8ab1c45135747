package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.List;

/**
 * Work that restores the redundancy of a decoupled block group. Planned under the namesystem's
 * lock; targets are chosen without it; then {@link #refresh()} and {@link #addTaskToDatanode} run
 * under it again.
 */
abstract class GroupWork extends BlockReconstructionWork {

  /**
   * @param sources nodes that are read
   * @param needed blocks to write
   */
  GroupWork(
      GroupHealth health, BlockInfoDecoupled block, List<DatanodeDescriptor> sources, int needed,
      int priority) {
    super(
        block, health.file().inode(), sources.toArray(DatanodeDescriptor[]::new), nodesOf(block),
        List.of(), needed, priority);
  }

  /** Nodes that hold any replica of a block group, good or not. */
  static List<DatanodeDescriptor> nodesOf(BlockInfoStriped block) {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    for (BlockInfoStriped.StorageAndBlockIndex at : block.getStorageAndIndexInfos()) {
      nodes.add(at.getStorage().getDatanodeDescriptor());
    }
    return nodes;
  }

  /** Whether a chosen node has got a member of the group since it was chosen. */
  static boolean isTaken(
      DatanodeStorageInfo target, List<DatanodeStorageInfo> before,
      List<DatanodeStorageInfo> now) {
    return isNodeOf(target, now) && !isNodeOf(target, before);
  }

  private static boolean isNodeOf(DatanodeStorageInfo target, List<DatanodeStorageInfo> storages) {
    return storages.stream()
        .anyMatch(
            storage -> storage.getDatanodeDescriptor() == target.getDatanodeDescriptor());
  }

  /**
   * Drops what needs not be done any more, since the lock was released in between.
   *
   * @return whether anything of this work's own block group is left to do
   */
  abstract boolean refresh();
}
