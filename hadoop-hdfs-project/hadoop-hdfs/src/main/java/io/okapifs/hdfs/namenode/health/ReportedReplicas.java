package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import java.util.Collection;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockIdManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What DataNodes report of block groups and upstream's bookkeeping cannot take. Callers hold the
 * namesystem's write lock.
 */
public final class ReportedReplicas {

  private static final Logger LOG = LoggerFactory.getLogger(ReportedReplicas.class);

  private ReportedReplicas() {}

  /**
   * Whether a reported replica is out of range, or superfluous; if so it is queued for deletion.
   *
   * <p>A standby deletes nothing. Nor does it drop what is superfluous: what it knows of the other
   * replicas may be older than the report, of a block that moved here while the one that was here
   * went. The message waits, and is judged again when there is news of the block group or when this
   * NameNode becomes active.
   */
  @Woven
  public static boolean isRefused(
      BlockManager blocks, DatanodeStorageInfo storage, Block reported, ReplicaState state,
      Collection<Block> toInvalidate) {
    BlockInfo stored = group(blocks, reported);
    boolean isOutOfRange = isOutOfRange(stored, reported);
    if (!isOutOfRange
        && !isSuperfluous(blocks, storage.getDatanodeDescriptor(), stored, reported)) {
      return false;
    }
    if (!BlockManagerWindow.isBehind(blocks)) {
      toInvalidate.add(new Block(reported));
    } else if (!isOutOfRange) {
      BlockManagerWindow.keepReport(blocks, storage, reported, state);
    }
    return true;
  }

  /** The block group that a replica is said to be of, or null. */
  private static BlockInfo group(BlockManager blocks, Block replica) {
    return BlockIdManager.isStripedBlockID(replica.getBlockId())
        ? blocks.getStoredBlock(replica)
        : null;
  }

  /**
   * Whether a reported replica has an index that its block group does not have. Upstream would fail
   * on it, and with it on the whole report, for ever.
   */
  @Woven
  public static boolean isOutOfRange(BlockInfo stored, Block reported) {
    if (!BlockInfoDecoupled.isDecoupled(stored)) {
      return false;
    }
    int index = BlockIdManager.getBlockIndex(reported);
    int width = ((BlockInfoDecoupled) stored).getTotalBlockNum();
    if (index < width) {
      return false;
    }
    LOG.warn(
        "Reported replica is not part of its block group: block={}, index={}, width={}, stored={}",
        reported, index, width, stored);
    return true;
  }

  /**
   * Whether a node reports a second block of one block group while that block lives on another
   * node, too, as overlapping repairs may leave it. Upstream knows one block of a group per node,
   * and would keep the second for ever without knowing of it.
   */
  private static boolean isSuperfluous(
      BlockManager blocks, DatanodeDescriptor node, BlockInfo stored, Block reported) {
    if (stored == null
        || !stored.isComplete()
        || !isOfAnotherBlock(blocks, stored, reported, node)) {
      return false;
    }
    int index = BlockIdManager.getBlockIndex(reported);
    for (BlockInfoStriped.StorageAndBlockIndex at :
        ((BlockInfoStriped) stored).getStorageAndIndexInfos()) {
      DatanodeDescriptor other = at.getStorage().getDatanodeDescriptor();
      if (at.getBlockIndex() == index
          && other != node
          && ReplicaQuestion.PROVEN.holds(blocks, stored, at.getStorage())
          && ReplicaQuestion.STAYS.holds(blocks, stored, at.getStorage())) {
        LOG.info(
            "Reported replica is a second block of its group on a node: block={}, node={},"
                + " other={}",
            reported, node, other);
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a deleted replica is not the block of its group that its node is known to have: that
   * one is still there.
   */
  @Woven
  public static boolean isOfAnotherBlock(
      BlockManager blocks, Block deleted, DatanodeDescriptor node) {
    BlockInfo stored = group(blocks, deleted);
    return stored != null && isOfAnotherBlock(blocks, stored, deleted, node);
  }

  /**
   * Notes a replica of a block group that belongs to no file any more but is still in the blocks
   * map: it goes with the others, once the deletion is durable. Upstream passes it over, and it
   * would stay until the next full block report.
   */
  @Woven
  public static void noteOfDeleted(
      BlockManager blocks, BlockInfo block, Block reported, DatanodeStorageInfo storage) {
    if (BlockInfoDecoupled.isDecoupled(block)
        && block.isDeleted()
        && blocks.getStoredBlock(reported) == block) {
      storage.addBlock(block, reported);
    }
  }

  private static boolean isOfAnotherBlock(
      BlockManager blocks, BlockInfo stored, Block replica, DatanodeDescriptor node) {
    DatanodeStorageInfo known = StripedBlockWindow.storageOn(stored, node);
    return known != null
        && ((BlockInfoStriped) stored).getStorageBlockIndex(known)
            != BlockIdManager.getBlockIndex(replica)
        && (BlockInfoDecoupled.isDecoupled(stored)
            || UpstreamFix.SECOND_MEMBER.isOn(BlockManagerWindow.conf(blocks)));
  }
}
