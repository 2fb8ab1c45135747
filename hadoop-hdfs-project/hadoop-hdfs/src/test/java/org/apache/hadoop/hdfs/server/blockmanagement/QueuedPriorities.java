package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.repair.RepairPriority;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** What the queue of repairs should say of decoupled block groups, judged anew. */
public final class QueuedPriorities {

  private static final int NONE = -1;

  private QueuedPriorities() {}

  /** Each complete block group that has another place in the queue than it should have. */
  public static List<String> wrong(FSNamesystem namesystem) {
    BlockManager blocks = namesystem.getBlockManager();
    List<String> wrong = new ArrayList<>();
    namesystem.readLock();
    try {
      for (BlockInfo block : blocks.blocksMap.getBlocks()) {
        if (BlockInfoDecoupled.isDecoupled(block) && block.isComplete()) {
          int is = priority(blocks, block);
          int expected = expected(blocks, block);
          if (is != expected) {
            wrong.add(block + " has priority " + is + ", expected " + expected);
          }
        }
      }
    } finally {
      namesystem.readUnlock();
    }
    return wrong;
  }

  private static int priority(BlockManager blocks, BlockInfo block) {
    for (int priority = 0; priority < LowRedundancyBlocks.LEVEL; priority++) {
      for (Iterator<BlockInfo> queued = blocks.neededReconstruction.iterator(priority);
          queued.hasNext();) {
        if (queued.next() == block) {
          return priority;
        }
      }
    }
    return NONE;
  }

  private static int expected(BlockManager blocks, BlockInfo block) {
    NumberReplicas replicas = blocks.countNodes(block);
    int pending = RepairQueueWindow.pending(blocks, block);
    return RepairQueueWindow.isSufficient(blocks, block, replicas, pending)
        ? NONE
        : RepairPriority.of(
            blocks, block, replicas.liveReplicas() + pending,
            blocks.getExpectedRedundancyNum(block));
  }

  /** How many block groups wait with a priority. */
  public static int count(FSNamesystem namesystem, int priority) {
    int count = 0;
    for (Iterator<BlockInfo> queued =
            namesystem.getBlockManager().neededReconstruction.iterator(priority);
        queued.hasNext(); queued.next()) {
      count++;
    }
    return count;
  }
}
