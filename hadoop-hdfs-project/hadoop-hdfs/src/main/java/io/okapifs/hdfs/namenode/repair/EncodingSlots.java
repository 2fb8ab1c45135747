package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * How many groups a DataNode encodes for transitions at a time: no more than it may repair by
 * upstream's limit. DataNodes do not report them among their transfers, so that repairs are sent
 * however many they encode; a group counts here until all its parity was reported, or nobody waits
 * for it any more.
 *
 * <p>Under the namesystem's write lock.
 */
public final class EncodingSlots {

  private final Map<DatanodeDescriptor, List<BlockInfo>> asked = new HashMap<>();

  public static EncodingSlots of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(EncodingSlots.class);
  }

  /** Whether a node may be asked for one more. */
  boolean isFree(BlockManager blocks, DatanodeDescriptor node) {
    return count(blocks, node) < blocks.getMaxReplicationStreams();
  }

  /** Groups that a node was asked for, and that are waited for. */
  public int count(BlockManager blocks, DatanodeDescriptor node) {
    List<BlockInfo> encoding = asked.computeIfAbsent(node, any -> new ArrayList<>());
    encoding.removeIf(parity -> RepairQueueWindow.pending(blocks, parity) == 0);
    return encoding.size();
  }

  /** Remembers that a node is asked for the blocks of a parity group, which are waited for. */
  void take(DatanodeDescriptor node, BlockInfo parity) {
    asked.computeIfAbsent(node, any -> new ArrayList<>()).add(parity);
  }
}
