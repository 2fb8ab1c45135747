package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;

/**
 * How many storages must have a decoupled block group: to count as stored, while nodes are in
 * maintenance, to be read, not to be missing. Callers hold the namesystem's lock as HDFS does at
 * each place.
 */
public final class StorageMinimums {

  private StorageMinimums() {}

  /**
   * The storages that must have a decoupled block group before it counts as stored.
   *
   * <p>An open data stripe needs the blocks whose streams live, so that a file can be closed after
   * losses that its groups survive; where a node died between its last acknowledgement and its
   * report, see {@link OverdueReports}. A complete one needs none as long as its groups are
   * decodable with what was really reported: before that a stale replica may be the only copy.
   */
  @Woven
  public static short minStorage(BlockManager blocks, BlockInfo block) {
    return BlockManagerWindow.read(blocks, () -> minStorageLocked(blocks, block));
  }

  /**
   * The blocks of a block group that must stay reachable while nodes are in maintenance: none where
   * its groups can be decoded without those nodes, else all. Groups are looked at only where a node
   * is.
   */
  @Woven
  public static short minMaintenanceStorage(BlockManager blocks, BlockInfo block) {
    return BlockManagerWindow.read(blocks, () -> minMaintenanceStorageLocked(blocks, block));
  }

  private static short minMaintenanceStorageLocked(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    if (!decoupled.isComplete()) {
      return minStorageLocked(blocks, block);
    }
    if (!hasReplicaInMaintenance(decoupled)) {
      return decoupled.getRealDataBlockNum();
    }
    return decoupled instanceof BlockInfoStripedParity
            || GroupHealth.of(blocks, decoupled)
                .filter(health -> health.survivesMaintenance(decoupled))
                .isPresent()
        ? 0
        : decoupled.getRealDataBlockNum();
  }

  private static boolean hasReplicaInMaintenance(BlockInfoDecoupled block) {
    for (int slot = 0; slot < block.getCapacity(); slot++) {
      DatanodeStorageInfo storage = StripedBlockWindow.storageAt(block, slot);
      if (storage != null && storage.getDatanodeDescriptor().isMaintenance()) {
        return true;
      }
    }
    return false;
  }

  private static short minStorageLocked(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    short real = decoupled.getRealDataBlockNum();
    if (decoupled instanceof BlockInfoStripedParity) {
      return decoupled.isComplete() ? 0 : real;
    }
    BlockUnderConstructionFeature open = decoupled.getUnderConstructionFeature();
    Optional<GroupHealth> health = GroupHealth.of(blocks, decoupled);
    if (open != null) {
      return health.filter(each -> OverdueReports.areForgone(blocks, decoupled, each)).isPresent()
          ? 0
          : expected(open, real);
    }
    return health.filter(each -> each.isDecodableAsReported(decoupled)).isPresent() ? 0 : real;
  }

  /**
   * Whether a block group is stored, whatever became of its replicas. A complete one is: where the
   * writer of an open file lost all its streams, the bytes live in parity that is yet to come, and
   * recovery of the lease must not wait for replicas.
   */
  @Woven
  public static boolean isStoredForGood(BlockInfo block) {
    return BlockInfoDecoupled.isDecoupled(block) && block.isComplete();
  }

  /** Whether a committed stripe only waits for somebody to complete it. */
  public static boolean isCompletable(BlockManager blocks, BlockInfo stripe) {
    BlockUnderConstructionFeature open = stripe.getUnderConstructionFeature();
    return open != null
        && open.getBlockUCState() == BlockUCState.COMMITTED
        && blocks.hasMinStorage(stripe);
  }

  private static short expected(BlockUnderConstructionFeature open, short real) {
    short count = 0;
    for (byte index : open.getBlockIndices()) {
      if (index < real) {
        count++;
      }
    }
    return count;
  }

  /** Live blocks below which a located block group is shown as corrupt. */
  @Woven
  public static short minLive(BlockManager blocks, BlockInfo block, short real) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    return GroupHealth.of(blocks, decoupled)
            .filter(health -> !isLost(health, decoupled))
            .isPresent()
        ? 0
        : real;
  }

  /**
   * The blocks of a block group below which the file system check calls it missing, and deletes its
   * file where it is told to: none as long as what is lost of it can be rebuilt.
   */
  @Woven
  public static short minPresent(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    return BlockManagerWindow.read(
        blocks,
        () ->
            GroupHealth.of(blocks, decoupled)
                    .filter(health -> isLost(health, decoupled))
                    .isPresent()
                ? decoupled.getRealDataBlockNum()
                : 0);
  }

  /** The parity of an open file may still come, so nothing of it counts as lost. */
  public static boolean isLost(GroupHealth health, BlockInfoDecoupled block) {
    return !health.file().inode().isUnderConstruction()
        && block instanceof BlockInfoStripedData
        && !health.isReadable(block);
  }

}
