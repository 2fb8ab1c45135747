package io.okapifs.hdfs.namenode.placement;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * The blocks of one block group that need a place each.
 *
 * @param path of the file
 * @param runs the blocks in their order; only the first run has members already
 * @param wishes storages whose nodes are avoided as long as that costs nothing else: those of the
 *     first list, or, where there are too few nodes for that, of the second one, and so on
 * @param never nodes that must not be chosen
 * @param writer where the writer runs, may be null
 * @param blockSize bytes that a storage must have room for
 * @param storagePolicy of the file
 * @param flags of the call for a new block, may be null
 */
public record TargetRequest(
    String path,
    List<GroupRun> runs,
    List<List<DatanodeStorageInfo>> wishes,
    Set<Node> never,
    Node writer,
    long blockSize,
    BlockStoragePolicy storagePolicy,
    EnumSet<AddBlockFlag> flags) {

  public TargetRequest {
    runs = List.copyOf(runs);
    wishes = wishes.stream().filter(wish -> !wish.isEmpty()).map(List::copyOf).toList();
    never = Set.copyOf(never);
  }

  /** The same for other blocks of one group. */
  TargetRequest of(GroupRun run) {
    return new TargetRequest(
        path, List.of(run), wishes, never, writer, blockSize, storagePolicy, flags);
  }

  int width() {
    return runs.stream().mapToInt(GroupRun::length).sum();
  }
}
