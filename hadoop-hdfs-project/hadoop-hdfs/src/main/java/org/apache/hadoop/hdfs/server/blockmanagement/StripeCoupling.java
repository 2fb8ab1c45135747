package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.DecoupledFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Block groups in HDFS's own layout that a file with a stripe width will have. Until it has them they
 * count as under construction: HDFS takes their replicas in, and neither repairs nor counts them.
 * Under the namesystem's write lock.
 */
public final class StripeCoupling {

  private StripeCoupling() {}

  /** A block group that a file will have, of which no replica is known. */
  public static BlockInfoStriped newGroup(Block block, ErasureCodingPolicy policy) {
    BlockInfoStriped group = new BlockInfoStriped(block, policy);
    group.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    return group;
  }

  /** Has HDFS take over the block groups of a file, which has them now. */
  public static void complete(BlockManager blocks, BlockInfoStriped[] groups) {
    for (BlockInfoStriped group : groups) {
      group.convertToCompleteBlock();
      SafeModeGroups.countComplete(blocks, group);
    }
  }

  /** Whether a block group is one that its file will have: nobody has to wait for its replicas. */
  public static boolean isComing(BlockInfo block, BlockCollection collection) {
    return !block.isComplete()
        && block.isStriped()
        && collection instanceof INodeFile file
        && DecoupledFile.coming(file) != null;
  }
}
