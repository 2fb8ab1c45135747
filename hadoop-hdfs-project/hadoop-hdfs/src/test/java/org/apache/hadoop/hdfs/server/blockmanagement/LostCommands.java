package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** Commands that DataNodes got and forgot. */
public final class LostCommands {

  private LostCommands() {}

  /** Takes what nodes are told to delete next, as heartbeats would; whether a block is among it. */
  public static boolean takeDeletionOf(long blockId, FSNamesystem namesystem) {
    BlockManager blocks = namesystem.getBlockManager();
    blocks.computeInvalidateWork(Integer.MAX_VALUE);
    boolean isTaken = false;
    for (DatanodeDescriptor node : blocks.getDatanodeManager().getDatanodes()) {
      Block[] deletions = node.getInvalidateBlocks(Integer.MAX_VALUE);
      isTaken |= deletions != null
          && Arrays.stream(deletions).anyMatch(block -> block.getBlockId() == blockId);
    }
    return isTaken;
  }
}
