package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.PrivateField;
import io.okapifs.Woven;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;

/**
 * What HDFS keeps private of the counts of its block manager that are corrected. No decision is
 * taken here. Callers hold the namesystem's lock as HDFS does: to change anything the write lock.
 */
public final class CountsWindow {

  private static final VarHandle EXCESS =
      PrivateField.of(BlockManager.class, "excessRedundancyMap", ExcessRedundancyMap.class);
  private static final VarHandle HIGHEST_REPLICATED =
      PrivateField.of(
          LowRedundancyBlocks.class, "highestPriorityLowRedundancyReplicatedBlocks",
          LongAdder.class);
  private static final VarHandle HIGHEST_STRIPED =
      PrivateField.of(
          LowRedundancyBlocks.class, "highestPriorityLowRedundancyECBlocks", LongAdder.class);

  private CountsWindow() {}

  /** The settings of the NameNode, which a part of the block manager hands out. */
  public static Configuration conf(BlockManager blocks) {
    return blocks.getDatanodeManager().getHostConfigManager().getConf();
  }

  /** Counts replicas; those that another report may still find missing count as live. */
  public static NumberReplicas countReadable(BlockManager blocks, BlockInfo block) {
    return blocks.countNodes(block, true);
  }

  /** Whether a node is known to have a replica of a block. */
  public static boolean isOn(BlockInfo block, DatanodeDescriptor node) {
    return block.findStorageInfo(node) != null;
  }

  /** Takes the mark of excess off a node's replica. */
  public static void unmarkExcess(BlockManager blocks, BlockInfo block, DatanodeDescriptor node) {
    ((ExcessRedundancyMap) EXCESS.get(blocks)).remove(node, block);
  }

  /** Counts of blocks of the highest priority begin anew. */
  @Woven
  public static void resetHighest(LowRedundancyBlocks queue) {
    ((LongAdder) HIGHEST_REPLICATED.get(queue)).reset();
    ((LongAdder) HIGHEST_STRIPED.get(queue)).reset();
  }
}
