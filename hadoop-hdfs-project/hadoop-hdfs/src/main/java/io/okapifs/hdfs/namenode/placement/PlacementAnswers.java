package io.okapifs.hdfs.namenode.placement;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReportedReplicas;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What HDFS asks of the placement of a decoupled block group. Callers hold the namesystem's lock,
 * or none.
 */
public final class PlacementAnswers {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementAnswers.class);

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
   * Removes replicas until each block of a decoupled block group has one. Which ones go is decided
   * by the groups ({@link ExcessChoice}).
   *
   * @param storages of the replicas that HDFS counts
   * @param hint node that shall lose its replica, may be null
   * @return true where none is too many any more: HDFS would warn that it finds none to remove;
   *     false where HDFS is to choose, since the groups do not count all of them
   */
  @Woven
  public static boolean removeExcess(
      BlockManager blocks, BlockInfo block, Collection<DatanodeStorageInfo> storages,
      DatanodeDescriptor hint) {
    if (!(block instanceof BlockInfoDecoupled decoupled)) {
      return false;
    }
    Map<Long, List<DatanodeStorageInfo>> byId =
        storages.stream()
            .collect(
                Collectors.groupingBy(
                    each -> StripedBlockWindow.replicaOn(decoupled, each).getBlockId(),
                    Collectors.toCollection(ArrayList::new)));
    boolean allRemoved = true;
    for (List<DatanodeStorageInfo> same : byId.values()) {
      for (Optional<ExcessChoice.Chosen> chosen = choose(blocks, decoupled, same, hint);
          chosen.isPresent();
          chosen = choose(blocks, decoupled, same, hint)) {
        remove(blocks, decoupled, chosen.get(), hint);
        same.remove(chosen.get().storage());
        storages.remove(chosen.get().storage());
      }
      allRemoved &= same.size() <= 1;
    }
    return allRemoved;
  }

  private static Optional<ExcessChoice.Chosen> choose(
      BlockManager blocks, BlockInfoDecoupled block, List<DatanodeStorageInfo> same,
      DatanodeDescriptor hint) {
    return same.size() < 2
        ? Optional.empty()
        : GroupHealth.of(blocks, block)
            .flatMap(
                health ->
                    ExcessChoice.of(new GroupPlacement(blocks, health, block), same, hint));
  }

  /**
   * Counts the move of a block to a node that has another block of its block group. That copy was
   * not taken ({@link ReportedReplicas#isRefused}).
   *
   * @param from UUID of the node that shall lose its replica; empty where nothing was moved
   */
  @Woven
  public static void countRefusedMove(
      BlockManager blocks, DatanodeStorageInfo storage, Block received, String from) {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    if (from != null
        && !from.isEmpty()
        && BlockInfoDecoupled.isDecoupled(blocks.getStoredBlock(received))
        && ReportedReplicas.isOfAnotherBlock(blocks, received, node)) {
      countUndone(blocks, received, from, storage);
    }
  }

  private static void countUndone(
      BlockManager blocks, Block block, Object from, DatanodeStorageInfo to) {
    PlacementCounters.of(blocks).countUndoneMove();
    LOG.info(
        "Undid a move that was bad for the groups of a block: block={}, from={}, to={}", block,
        from, to);
  }

  private static void remove(
      BlockManager blocks, BlockInfoDecoupled block, ExcessChoice.Chosen chosen,
      DatanodeDescriptor hint) {
    BlockManagerWindow.removeExcess(blocks, block, chosen.storage());
    if (chosen.isUndone()) {
      countUndone(blocks, block, hint, chosen.storage());
    }
  }
}
