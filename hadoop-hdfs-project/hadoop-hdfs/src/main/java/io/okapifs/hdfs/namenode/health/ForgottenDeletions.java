package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import java.util.Iterator;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Excess replicas that a DataNode may have forgotten to delete: it keeps in memory what it was
 * told, and the NameNode tells it once (HDFS-17218). A node that restarts before it is taken for
 * dead would keep them for ever.
 *
 * <p>Under the namesystem's write lock.
 */
public final class ForgottenDeletions {

  private static final Logger LOG = LoggerFactory.getLogger(ForgottenDeletions.class);

  private ForgottenDeletions() {}

  /** Before a node that is known registers again. */
  @Woven
  public static void repeat(DatanodeManager nodes, DatanodeDescriptor node) {
    BlockManager blocks = DatanodeWindow.blocks(nodes);
    if (!node.isAlive()
        || BlockManagerWindow.excessBlocks(blocks, node) == 0
        || !UpstreamFix.HDFS_17218.isOn(DatanodeWindow.conf(nodes))) {
      return;
    }
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      for (Iterator<BlockInfo> each = DatanodeWindow.blocksOn(storage); each.hasNext(); ) {
        BlockInfo block = each.next();
        if (blocks.isExcess(node, block) && isSpare(blocks, block, storage)) {
          Block replica = replica(block, storage);
          LOG.info("Told again to delete an excess replica: block={}, node={}", replica, node);
          BlockManagerWindow.delete(blocks, replica, node);
        }
      }
    }
  }

  private static Block replica(BlockInfo block, DatanodeStorageInfo storage) {
    return block instanceof BlockInfoStriped group
        ? StripedBlockWindow.replicaOn(group, storage)
        : block;
  }

  /**
   * Whether the NameNode can do without the replica. That a node has an excess block of a block
   * group does not say which, if it has several.
   */
  private static boolean isSpare(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage) {
    if (!(block instanceof BlockInfoStriped group)) {
      return blocks.countNodes(block).liveReplicas() >= block.getReplication();
    }
    byte index = group.getStorageBlockIndex(storage);
    for (Iterator<DatanodeStorageInfo> others = block.getStorageInfos(); others.hasNext(); ) {
      DatanodeStorageInfo other = others.next();
      DatanodeDescriptor node = other.getDatanodeDescriptor();
      if (node != storage.getDatanodeDescriptor()
          && group.getStorageBlockIndex(other) == index
          && ReplicaQuestion.PROVEN.holds(blocks, block, other)
          && ReplicaQuestion.STAYS.holds(blocks, block, other)) {
        return true;
      }
    }
    return false;
  }
}
