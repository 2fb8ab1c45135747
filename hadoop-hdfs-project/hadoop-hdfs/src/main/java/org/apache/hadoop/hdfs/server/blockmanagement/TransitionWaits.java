package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hdfs.server.namenode.DecoupledFile;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/** Whose reports a transition waits for. */
public final class TransitionWaits {

  private TransitionWaits() {}

  /**
   * DataNodes that have not reported all they have since this NameNode took over, with blocks of a
   * block group that is judged only once all of its nodes have: that of a new group's parity, and
   * that of a block which moved, as long as its old place is not deleted. Under the namesystem's lock.
   *
   * @param group the first one that is not ready; there need be none
   * @return in the order of their addresses
   */
  public static List<DatanodeDescriptor> unreported(BlockManager blocks, INodeFile file, long group) {
    GroupHealth health =
        DecoupledFile.coming(file) == null
            ? GroupHealth.ofNext(blocks, file)
            : GroupHealth.ofNow(blocks, file);
    if (health == null || group >= health.file().parityGroups().length) {
      return List.of();
    }
    int k = health.file().k();
    BitSet seen = new BitSet();
    Set<BlockInfo> judged = new HashSet<>();
    health.forEachReplica(
        group,
        (member, block, index, storage) -> {
          if (member >= k || seen.get(member)) {
            judged.add(block);
          }
          seen.set(member);
        });
    return judged.stream()
        .flatMap(TransitionWaits::storages)
        .filter(DatanodeStorageInfo::areBlockContentsStale)
        .map(DatanodeStorageInfo::getDatanodeDescriptor)
        .distinct()
        .sorted(Comparator.comparing(node -> node.getIpcAddr(false)))
        .toList();
  }

  private static Stream<DatanodeStorageInfo> storages(BlockInfo block) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(block.getStorageInfos(), 0), false);
  }
}
