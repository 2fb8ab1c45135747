package org.apache.hadoop.hdfs.server.blockmanagement;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/** Which replicas a NameNode waits to see deleted. */
public final class ExcessReplicas {

  private ExcessReplicas() {}

  /** For messages: one line for each, with what the NameNode knows of its block. */
  public static List<String> describe(BlockManager blocks) {
    List<String> lines = new ArrayList<>();
    try {
      Map<?, ?> byNode = (Map<?, ?>) field(field(blocks, "excessRedundancyMap"), "map");
      byNode.forEach(
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

  /**
   * Reports a second replica of a block of a group, which nobody has, and then whichever of the two
   * is to go as corrupt, before any node could be told.
   *
   * @return how many replicas are in excess afterwards
   */
  public static long reportExcessCorrupt(FSNamesystem namesystem, BlockInfo group)
      throws IOException {
    BlockManager blocks = namesystem.getBlockManager();
    namesystem.writeLock();
    try {
      BlockInfoStriped striped = (BlockInfoStriped) group;
      DatanodeStorageInfo has = group.getStorageInfos().next();
      int index = striped.getStorageBlockIndex(has);
      long length =
          StripedBlockUtil.getInternalBlockLength(
              group.getNumBytes(), striped.getCellSize(), striped.getDataBlockNum(), index);
      Block replica =
          new Block(group.getBlockId() + index, length, group.getGenerationStamp());
      DatanodeDescriptor other =
          blocks.getDatanodeManager().getDatanodes().stream()
              .filter(node -> group.findStorageInfo(node) == null)
              .findFirst()
              .orElseThrow();
      blocks.addBlock(other.getStorageInfos()[0], replica, null);
      DatanodeDescriptor excess =
          blocks.isExcess(other, group) ? other : has.getDatanodeDescriptor();
      if (!blocks.isExcess(excess, group)) {
        throw new AssertionError("neither is in excess: " + describe(blocks));
      }
      blocks.findAndMarkBlockAsCorrupt(
          new ExtendedBlock(namesystem.getBlockPoolId(), replica), excess,
          group.findStorageInfo(excess).getStorageID(), "test");
      return blocks.getExcessBlocksCount();
    } finally {
      namesystem.writeUnlock();
    }
  }

  private static Object field(Object owner, String name) throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
