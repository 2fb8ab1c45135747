package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import io.okapifs.hdfs.namenode.health.SafeModeGroups;
import java.util.BitSet;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Block groups in HDFS's own layout that a file with a stripe width will have. Until it has them
 * they count as under construction: HDFS takes their replicas in, and neither repairs nor counts
 * them. Under the namesystem's write lock.
 */
public final class StripeCoupling {

  private StripeCoupling() {}

  /** A block group that a file will have, of which no replica is known. */
  public static BlockInfoStriped newGroup(Block block, ErasureCodingPolicy policy) {
    BlockInfoStriped group = new BlockInfoStriped(block, policy);
    group.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    return group;
  }

  /**
   * Notes a second name where a member is known to lie whose name is not known to lie anywhere. A
   * standby reads of the last step before all nodes have told it of the names that they made; the
   * active one took the step only when each member had one, where the member is. A node that has
   * none says so in its next full report.
   *
   * @param file that has its block groups coming
   */
  public static void inferNames(BlockManager blocks, INodeFile file) {
    BlockInfoStriped[] coming = DecoupledFile.coming(file).orElseThrow();
    GroupHealth health = GroupHealth.ofNow(blocks, file);
    for (int group = 0; group < coming.length; group++) {
      inferNames(blocks, health, group, coming[group]);
    }
  }

  private static void inferNames(
      BlockManager blocks, GroupHealth health, int group, BlockInfoStriped names) {
    BitSet known = new BitSet();
    names.getStorageAndIndexInfos().forEach(at -> known.set(at.getBlockIndex()));
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          DatanodeDescriptor node = storage.getDatanodeDescriptor();
          if (!known.get(member)
              && StripedBlockWindow.storageOn(names, node) == null
              && ReplicaQuestion.LASTING.holds(blocks, block, storage)) {
            storage.addBlock(
                names,
                new Block(
                    names.getBlockId() + member, health.place(group, member).length(),
                    names.getGenerationStamp()));
          }
        });
  }

  /** Has HDFS take over the block groups of a file, which has them now. */
  public static void complete(BlockManager blocks, BlockInfoStriped[] groups) {
    for (BlockInfoStriped group : groups) {
      StripedBlockWindow.complete(group);
      SafeModeGroups.countComplete(blocks, group);
    }
  }
}
