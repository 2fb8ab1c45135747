package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairWorkAdapter;

/**
 * Work that restores the redundancy of a decoupled block group. Planned under the namesystem's
 * lock; targets are chosen without it; then {@link #refresh()} and {@link #handOut} run
 * under it again.
 */
abstract class GroupWork extends RepairWorkAdapter {

  /**
   * @param sources nodes that are read
   * @param needed blocks to write
   */
  GroupWork(
      GroupHealth health, BlockInfoDecoupled block, List<DatanodeDescriptor> sources, int needed,
      int priority) {
    super(
        block, health.file().inode(), sources, GroupPlacement.nodesOf(block), needed, priority);
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
