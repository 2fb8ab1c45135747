package io.okapifs.hdfs.namenode.placement;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;

/**
 * Chooses where repaired blocks go. Holds no lock.
 *
 * @param path for messages
 * @param blockSize bytes that a storage must have room for
 * @param storagePolicy of the file
 */
public record RepairTargets(
    BlockPlacementPolicy placement,
    NetworkTopology topology,
    String path,
    long blockSize,
    BlockStoragePolicy storagePolicy) {

  /**
   * Storages for blocks of one block group that are members of one group, each on a node of its
   * own; fewer than asked for where there are none.
   *
   * @param count how many
   * @param never nodes that hold blocks of the block group
   * @param apart where members of the group lie or shall lie; their nodes are the last resort
   * @param wishes as of a {@link TargetRequest}
   */
  public List<DatanodeStorageInfo> choose(
      int count, Set<Node> never, List<DatanodeStorageInfo> apart,
      List<List<DatanodeStorageInfo>> wishes) {
    return TargetChooser.choose(
        placement, topology,
        new TargetRequest(
            path, List.of(new GroupRun(count, apart)), wishes, never, null, blockSize,
            storagePolicy, null));
  }
}
