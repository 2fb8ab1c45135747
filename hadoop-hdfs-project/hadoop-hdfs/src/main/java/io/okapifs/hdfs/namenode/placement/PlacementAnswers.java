package io.okapifs.hdfs.namenode.placement;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;

/**
 * What HDFS asks of the placement of a decoupled block group. Callers hold the namesystem's lock,
 * or none.
 */
public final class PlacementAnswers {

  private PlacementAnswers() {}

  /**
   * Whether the blocks of a block group lie well among the members of their groups.
   *
   * @param more storages that will get a block, may be null
   */
  @Woven
  public static BlockPlacementStatus status(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo[] more) {
    boolean misplaced =
        (more == null || more.length == 0)
            && BlockManagerWindow.read(
                blocks, () -> isMisplaced(blocks, (BlockInfoDecoupled) block));
    return misplaced ? GroupPlacement.VIOLATED : GroupPlacement.SATISFIED;
  }

  /** The same for people, who count no more blocks than would have to move. */
  public static BlockPlacementStatus statusForPeople(BlockManager blocks, BlockInfo block) {
    BlockInfoDecoupled decoupled = (BlockInfoDecoupled) block;
    boolean misplaced =
        BlockManagerWindow.read(
            blocks,
            () ->
                isMisplaced(blocks, decoupled)
                    && GroupHealth.of(blocks, decoupled)
                        .filter(health -> FewestMoves.contain(blocks, health, decoupled))
                        .isPresent());
    return misplaced ? GroupPlacement.VIOLATED : GroupPlacement.SATISFIED;
  }

  private static boolean isMisplaced(BlockManager blocks, BlockInfoDecoupled block) {
    return !DeferredPlacement.isUnderWay(blocks)
        && GroupPlacement.findMisplaced(blocks, block).isPresent();
  }

  /**
   * Removes the replica of a node where it is the only one too many of a decoupled block group.
   * With the node as a hint HDFS removes it as well, and then warns that it finds no other.
   *
   * @param node null where none shall lose its replica
   * @return false where HDFS is to choose
   */
  @Woven
  public static boolean removeOnlyExcess(
      BlockManager blocks, BlockInfo block, Collection<DatanodeStorageInfo> storages,
      DatanodeDescriptor node) {
    if (!(block instanceof BlockInfoDecoupled decoupled) || node == null) {
      return false;
    }
    Map<Long, List<DatanodeStorageInfo>> byId =
        storages.stream()
            .collect(
                Collectors.groupingBy(
                    each -> StripedBlockWindow.replicaOn(decoupled, each).getBlockId()));
    if (storages.size() != byId.size() + 1) {
      return false;
    }
    Optional<DatanodeStorageInfo> excess =
        byId.values().stream()
            .filter(same -> same.size() > 1)
            .flatMap(List::stream)
            .filter(each -> each.getDatanodeDescriptor() == node)
            .findFirst();
    excess.ifPresent(each -> BlockManagerWindow.removeExcess(blocks, decoupled, each));
    return excess.isPresent();
  }

  /** The node that shall lose its replica where there are two of one block. */
  @Woven
  public static DatanodeDescriptor excessHint(
      BlockManager blocks, BlockInfo block, DatanodeDescriptor hint) {
    return !(block instanceof BlockInfoDecoupled decoupled)
        ? hint
        : GroupHealth.of(blocks, decoupled)
            .flatMap(health -> new GroupPlacement(blocks, health, decoupled).worstDuplicate())
            .orElse(hint);
  }
}
