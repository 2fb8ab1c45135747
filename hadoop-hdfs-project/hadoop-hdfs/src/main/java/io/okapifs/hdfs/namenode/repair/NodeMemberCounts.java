package io.okapifs.hdfs.namenode.repair;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * How many members of parity groups each DataNode has, as one pass of the sweep met them. One
 * thread fills it; it does not change once that is done.
 */
public final class NodeMemberCounts {

  private final Map<DatanodeDescriptor, int[]> byNode = new HashMap<>();

  /** Counts the replicas of a block group; under the namesystem's lock. */
  void count(BlockInfo block) {
    if (block instanceof BlockInfoDecoupled decoupled) {
      for (BlockInfoStriped.StorageAndBlockIndex at : decoupled.getStorageAndIndexInfos()) {
        byNode.computeIfAbsent(
            at.getStorage().getDatanodeDescriptor(), any -> new int[1])[0]++;
      }
    }
  }

  public long of(DatanodeDescriptor node) {
    int[] count = byNode.get(node);
    return count == null ? 0 : count[0];
  }
}
