package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * What the block manager's aspects ask about decoupled block groups. Callers hold the namesystem's
 * lock as upstream does at each place.
 */
public final class DecoupledBlocks {

  private DecoupledBlocks() {}

  @Woven
  public static boolean isDecoupled(BlockInfo block) {
    return block instanceof BlockInfoDecoupled;
  }

  /** Whether a bug of HDFS is corrected for a block: always for a decoupled one. */
  static boolean isCorrected(BlockManager blocks, BlockInfo block, UpstreamFix fix) {
    return isDecoupled(block) || fix.isOn(OwnNameNode.conf(blocks));
  }

  /** Whether upstream's schedule may decide about a block: it never repairs a decoupled one. */
  @Woven
  public static boolean isStockRepair(BlockInfo block) {
    return !isDecoupled(block) || block.isDeleted() || !block.isCompleteOrCommitted();
  }

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
    return locked(blocks, () -> minStorageLocked(blocks, block));
  }

  /**
   * The blocks of a block group that must stay reachable while nodes are in maintenance: none where
   * its groups can be decoded without those nodes, else all. Groups are looked at only where a node
   * is.
   */
  @Woven
  public static short minMaintenanceStorage(BlockManager blocks, BlockInfo block) {
    return locked(blocks, () -> minMaintenanceStorageLocked(blocks, block));
  }

  /** Some of upstream asks without a lock, which is enough for a stock block. */
  static <T> T locked(BlockManager blocks, Supplier<T> question) {
    Namesystem namesystem = OwnNameNode.namesystem(blocks);
    if (namesystem.hasReadLock()) {
      return question.get();
    }
    namesystem.readLock();
    try {
      return question.get();
    } finally {
      namesystem.readUnlock();
    }
  }

  private static short minMaintenanceStorageLocked(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    if (!decoupled.isComplete()) {
      return minStorageLocked(blocks, block);
    }
    if (!hasReplicaInMaintenance(decoupled)) {
      return decoupled.getRealDataBlockNum();
    }
    GroupHealth health = GroupHealth.of(blocks, decoupled);
    return decoupled instanceof BlockInfoStripedParity
            || health != null && health.survivesMaintenance(decoupled)
        ? 0
        : decoupled.getRealDataBlockNum();
  }

  private static boolean hasReplicaInMaintenance(BlockInfoDecoupled block) {
    for (int slot = 0; slot < block.getCapacity(); slot++) {
      DatanodeStorageInfo storage = block.getStorageInfo(slot);
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
    GroupHealth health = GroupHealth.of(blocks, decoupled);
    if (open != null) {
      return OverdueReports.areForgone(blocks, decoupled, health) ? 0 : expected(open, real);
    }
    return health != null && health.isDecodableAsReported(decoupled) ? 0 : real;
  }

  /**
   * Whether a block group is stored, whatever became of its replicas. A complete one is: where the
   * writer of an open file lost all its streams, the bytes live in parity that is yet to come, and
   * recovery of the lease must not wait for replicas.
   */
  @Woven
  public static boolean isStoredForGood(BlockInfo block) {
    return isDecoupled(block) && block.isComplete();
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
    GroupHealth health = GroupHealth.of(blocks, (BlockInfoDecoupled) block);
    return health != null && !isLost(health, (BlockInfoDecoupled) block) ? 0 : real;
  }

  /**
   * The blocks of a block group below which the file system check calls it missing, and deletes its
   * file where it is told to: none as long as what is lost of it can be rebuilt.
   */
  @Woven
  public static short minPresent(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    return locked(
        blocks,
        () -> {
          GroupHealth health = GroupHealth.of(blocks, decoupled);
          return health != null && isLost(health, decoupled) ? decoupled.getRealDataBlockNum() : 0;
        });
  }

  /** The parity of an open file may still come, so nothing of it counts as lost. */
  private static boolean isLost(GroupHealth health, BlockInfoDecoupled block) {
    return !health.file().inode().isUnderConstruction()
        && block instanceof BlockInfoStripedData
        && !health.isReadable(block);
  }

  /** Repair priority by the worst group that a block group touches, on upstream's ladder. */
  @Woven
  public static int priority(BlockManager blocks, BlockInfo block, int current, int expected) {
    if (current >= expected) {
      return LowRedundancyBlocks.QUEUE_REPLICAS_BADLY_DISTRIBUTED;
    }
    GroupHealth health = GroupHealth.of(blocks, (BlockInfoDecoupled) block);
    if (health == null) {
      return LowRedundancyBlocks.QUEUE_LOW_REDUNDANCY;
    }
    if (health.file().isNext()) {
      // Behind every repair: nothing is lost.
      return LowRedundancyBlocks.QUEUE_REPLICAS_BADLY_DISTRIBUTED;
    }
    if (isLost(health, (BlockInfoDecoupled) block)) {
      return LowRedundancyBlocks.QUEUE_WITH_CORRUPT_BLOCKS;
    }
    int margin = health.worstMargin((BlockInfoDecoupled) block);
    if (margin < 0) {
      // It waits for others to come back; what is lost shows in other data stripes.
      return LowRedundancyBlocks.QUEUE_LOW_REDUNDANCY;
    }
    if (margin == 0) {
      return LowRedundancyBlocks.QUEUE_HIGHEST_PRIORITY;
    }
    return margin * 3 < health.file().r() + 1
        ? LowRedundancyBlocks.QUEUE_VERY_LOW_REDUNDANCY
        : LowRedundancyBlocks.QUEUE_LOW_REDUNDANCY;
  }

  /**
   * Whether the blocks of a block group lie well among the members of their groups.
   *
   * @param more storages that will get a block, may be null
   */
  @Woven
  public static BlockPlacementStatus placementStatus(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo[] more) {
    boolean misplaced =
        (more == null || more.length == 0)
            && locked(
                blocks,
                () -> GroupPlacement.findMisplaced(blocks, (BlockInfoDecoupled) block).isPresent());
    return misplaced ? GroupPlacement.VIOLATED : GroupPlacement.SATISFIED;
  }

  /** The node that shall lose its replica where there are two of one block. */
  @Woven
  public static DatanodeDescriptor excessHint(
      BlockManager blocks, BlockInfo block, DatanodeDescriptor hint) {
    GroupHealth health =
        isDecoupled(block) ? GroupHealth.of(blocks, (BlockInfoDecoupled) block) : null;
    return health == null
        ? hint
        : new GroupPlacement(blocks, health, (BlockInfoDecoupled) block)
            .worstDuplicate().orElse(hint);
  }
}
