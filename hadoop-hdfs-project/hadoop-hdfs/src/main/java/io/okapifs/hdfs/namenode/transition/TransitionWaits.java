package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/** Whose reports a transition waits for. */
public final class TransitionWaits {

  private TransitionWaits() {}

  /**
   * DataNodes with blocks of groups that are not ready, which have not reported all they have since
   * this NameNode took over: nothing that they have is proven. Under the namesystem's lock.
   *
   * @param group the first one that is not ready; there need be none
   * @param count of groups from that one on
   * @return in the order of their addresses
   */
  public static List<DatanodeDescriptor> unreported(
      BlockManager blocks, INodeFile file, int group, int count) {
    Optional<BlockInfoStriped[]> coming = DecoupledFile.coming(file);
    Optional<GroupHealth> health =
        coming.isPresent()
            ? Optional.of(GroupHealth.ofNow(blocks, file))
            : GroupHealth.ofNext(blocks, file);
    if (health.isEmpty()) {
      return List.of();
    }
    Set<BlockInfo> judged = new LinkedHashSet<>();
    int end = Math.min(health.get().file().parityGroups().length, group + count);
    for (int g = group; g < end; g++) {
      judged.addAll(health.get().blocksOf(g));
      if (coming.isPresent()) {
        judged.add(coming.get()[g]);
      }
    }
    return judged.stream()
        .flatMap(TransitionWaits::storages)
        .filter(DatanodeStorageInfo::areBlockContentsStale)
        .map(DatanodeStorageInfo::getDatanodeDescriptor)
        .distinct()
        .sorted(Comparator.comparing(node -> node.getIpcAddr(false)))
        .toList();
  }

  /** A block group in HDFS's own layout that HDFS repairs or moves; under the namesystem's lock. */
  static Optional<BlockInfo> atWork(BlockManager blocks, INodeFile file) {
    return Stream.of(file.getBlocks())
        .filter(
            block ->
                block instanceof BlockInfoStriped group
                    && !(block instanceof BlockInfoDecoupled)
                    && !StripeAdoption.isAtRest(blocks, group))
        .findFirst();
  }

  private static Stream<DatanodeStorageInfo> storages(BlockInfo block) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(block.getStorageInfos(), 0), false);
  }
}
