package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/** Which replicas a NameNode waits to see deleted. */
public final class ExcessReplicas {

  private ExcessReplicas() {}

  /** For messages: one line for each, with what the NameNode knows of its block. */
  public static List<String> describe(BlockManager blocks) {
    List<String> lines = new ArrayList<>();
    try {
      byNode(blocks).forEach(
          (node, excess) -> {
            for (Object each : (Iterable<?>) excess) {
              BlockInfo block = (BlockInfo) each;
              List<String> storages = new ArrayList<>();
              block.getStorageInfos().forEachRemaining(at -> storages.add(at.toString()));
              lines.add(
                  "excess of " + block + " on " + node + ", stored="
                      + (blocks.getStoredBlock(block) == block) + ", complete="
                      + block.isComplete() + ", deleted=" + block.isDeleted() + ", storages="
                      + storages);
            }
          });
    } catch (ReflectiveOperationException e) {
      lines.add("excess: " + e);
    }
    return lines;
  }

  /** Whether a node has one. */
  public static boolean isOn(BlockManager blocks, String datanodeUuid)
      throws ReflectiveOperationException {
    return byNode(blocks).containsKey(datanodeUuid);
  }

  private static Map<?, ?> byNode(BlockManager blocks) throws ReflectiveOperationException {
    return (Map<?, ?>) field(field(blocks, "excessRedundancyMap"), "map");
  }

  /**
   * Reports a second replica of a block of a group, which nobody has, and then whichever of the two
   * is to go as corrupt, before any node could be told.
   *
   * @return how many replicas of the group are in excess afterwards
   */
  public static long reportExcessCorrupt(FSNamesystem namesystem, BlockInfo group)
      throws IOException {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      DatanodeStorageInfo has = group.getStorageInfos().next();
      DatanodeStorageInfo other = storageWithout(blocks, group);
      Block replica = replicaOn(group, has);
      forgetRepairs(blocks, group);
      blocks.addBlock(other, replica, null);
      DatanodeStorageInfo excess =
          blocks.isExcess(other.getDatanodeDescriptor(), group) ? other : has;
      if (!blocks.isExcess(excess.getDatanodeDescriptor(), group)) {
        throw new AssertionError("neither is in excess: " + describe(blocks));
      }
      markCorrupt(namesystem, replica, excess);
      return excessOf(blocks, group);
    } finally {
      namesystem.writeUnlock();
    }
  }

  /**
   * Reports a second replica of a block of a group from a node that has not reported all it has;
   * then that is done, while another block of the group is lost and not queued for repair yet.
   *
   * @return how many replicas of the group are in excess once postponed blocks were looked at twice
   */
  public static long reportExcessOfDamaged(FSNamesystem namesystem, BlockInfo group)
      throws IOException {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      Iterator<DatanodeStorageInfo> storages = group.getStorageInfos();
      DatanodeStorageInfo has = storages.next();
      DatanodeStorageInfo lost = storages.next();
      DatanodeStorageInfo other = storageWithout(blocks, group);
      other.setBlockContentsStale(true);
      blocks.addBlock(other, replicaOn(group, has), null);
      markCorrupt(namesystem, replicaOn(group, lost), lost);
      blocks.neededReconstruction.remove(group, LowRedundancyBlocks.LEVEL);
      if (blocks.getPostponedMisreplicatedBlocksCount() != 1) {
        throw new AssertionError(
            "postponed blocks: " + blocks.getPostponedMisreplicatedBlocksCount());
      }
      other.setBlockContentsStale(false);
      return excessAfterTwoLooks(blocks, group);
    } finally {
      namesystem.writeUnlock();
    }
  }

  /**
   * A block of a group has a second replica when the NameNode first looks at all groups, as after a
   * restart, while another block of the group is lost.
   *
   * @return how many replicas of the group are in excess once postponed blocks were looked at twice
   */
  public static long findExcessOfDamaged(FSNamesystem namesystem, BlockInfo group)
      throws IOException {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      Iterator<DatanodeStorageInfo> storages = group.getStorageInfos();
      DatanodeStorageInfo has = storages.next();
      DatanodeStorageInfo lost = storages.next();
      storageWithout(blocks, group).addBlock(group, replicaOn(group, has));
      markCorrupt(namesystem, replicaOn(group, lost), lost);
      blocks.processMisReplicatedBlocks();
    } finally {
      namesystem.writeUnlock();
    }
    try {
      ((Thread) field(blocks, "reconstructionQueuesInitializer")).join();
    } catch (ReflectiveOperationException | InterruptedException e) {
      throw new AssertionError(e);
    }
    namesystem.writeLock();
    try {
      return excessAfterTwoLooks(blocks, group);
    } finally {
      namesystem.writeUnlock();
    }
  }

  /**
   * Two blocks of a group are lost, one of them is being repaired, and its node reports it with all
   * that it has before it reports that it got it.
   *
   * @return 1 if the group still waits for the repair of the other block, else 0
   */
  public static long reportRepairedTwice(FSNamesystem namesystem, BlockInfo group)
      throws IOException {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      Iterator<DatanodeStorageInfo> storages = group.getStorageInfos();
      DatanodeStorageInfo repaired = storages.next();
      DatanodeStorageInfo lost = storages.next();
      Block replica = replicaOn(group, repaired);
      forgetRepairs(blocks, group);
      blocks.removeStoredBlock(group, lost.getDatanodeDescriptor());
      blocks.removeStoredBlock(group, repaired.getDatanodeDescriptor());
      blocks.pendingReconstruction.increment(group, repaired);
      Method inFullReport =
          BlockManager.class.getDeclaredMethod(
              "processAndHandleReportedBlock", DatanodeStorageInfo.class, Block.class,
              ReplicaState.class, DatanodeDescriptor.class);
      inFullReport.setAccessible(true);
      inFullReport.invoke(blocks, repaired, replica, ReplicaState.FINALIZED, null);
      blocks.addBlock(repaired, replica, null);
      return blocks.neededReconstruction.contains(group) ? 1 : 0;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    } finally {
      namesystem.writeUnlock();
    }
  }

  private static long excessAfterTwoLooks(BlockManager blocks, BlockInfo group) {
    forgetRepairs(blocks, group);
    blocks.rescanPostponedMisreplicatedBlocks();
    blocks.rescanPostponedMisreplicatedBlocks();
    return excessOf(blocks, group);
  }

  /**
   * One may have been ordered before all blocks of the new file were reported. Of a group that a repair
   * may be reading nothing is chosen to be in excess.
   */
  private static void forgetRepairs(BlockManager blocks, BlockInfo group) {
    Collection<? extends BlockInfo> concerned = List.of(group);
    if (group instanceof BlockInfoDecoupled decoupled) {
      concerned = GroupHealth.of(blocks, decoupled).orElseThrow().relatives(decoupled);
    }
    concerned.forEach(blocks.pendingReconstruction::remove);
  }

  /**
   * Whether each block of a group has one replica, and no node has still to delete another: a block that
   * was reported late may be repaired first.
   */
  public static boolean isStoredOnceEach(FSNamesystem namesystem, BlockInfo group) {
    namesystem.readLock();
    try {
      int blocks = ((BlockInfoStriped) group).getRealTotalBlockNum();
      return group.numNodes() == blocks
          && excessOf(namesystem.getBlockManager(), group) == 0
          && DeletionOrders.nodes(namesystem.getBlockManager(), group).isEmpty();
    } finally {
      namesystem.readUnlock();
    }
  }

  /** Others may be in excess as well, after a restart. */
  private static long excessOf(BlockManager blocks, BlockInfo group) {
    return blocks.getDatanodeManager().getDatanodes().stream()
        .filter(node -> blocks.isExcess(node, group))
        .count();
  }

  private static DatanodeStorageInfo storageWithout(BlockManager blocks, BlockInfo group) {
    return blocks.getDatanodeManager().getDatanodes().stream()
        .filter(node -> group.findStorageInfo(node) == null)
        .findFirst()
        .orElseThrow()
        .getStorageInfos()[0];
  }

  private static Block replicaOn(BlockInfo group, DatanodeStorageInfo storage) {
    BlockInfoStriped striped = (BlockInfoStriped) group;
    int index = striped.getStorageBlockIndex(storage);
    long length =
        StripedBlockUtil.getInternalBlockLength(
            group.getNumBytes(), striped.getCellSize(), striped.getDataBlockNum(), index);
    return new Block(group.getBlockId() + index, length, group.getGenerationStamp());
  }

  private static void markCorrupt(
      FSNamesystem namesystem, Block replica, DatanodeStorageInfo storage) throws IOException {
    namesystem.getBlockManager().findAndMarkBlockAsCorrupt(
        new ExtendedBlock(namesystem.getBlockPoolId(), replica), storage.getDatanodeDescriptor(),
        storage.getStorageID(), "test");
  }

  private static Object field(Object owner, String name) throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
