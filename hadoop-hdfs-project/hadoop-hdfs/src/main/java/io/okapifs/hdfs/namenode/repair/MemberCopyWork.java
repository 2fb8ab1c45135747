package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.RepairTargets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.net.Node;

/**
 * Copies blocks of one block group from nodes that leave to nodes that stay, which is cheaper than
 * to rebuild them. Targets are as for a repair.
 */
final class MemberCopyWork extends GroupWork {

  /**
   * A block to copy.
   *
   * @param apart where the members of its group lie that stay
   */
  record Copy(
      long group, int index, long length, DatanodeDescriptor source,
      List<DatanodeStorageInfo> apart) {}

  private final BlockManager blocks;
  private final GroupHealth health;
  private final List<Copy> copies;
  private final Map<Copy, DatanodeStorageInfo> targets = new LinkedHashMap<>();

  MemberCopyWork(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block, List<Copy> copies,
      int priority) {
    super(health, block, copies.stream().map(Copy::source).toList(), copies.size(), priority);
    this.blocks = blocks;
    this.health = health;
    this.copies = List.copyOf(copies);
  }

  @Override
  protected void choose(
      BlockPlacementPolicy placement, BlockStoragePolicySuite policies, Set<Node> sameBlock) {
    for (Copy copy : copies) {
      List<DatanodeStorageInfo> apart = new ArrayList<>(copy.apart());
      targets.forEach(
          (other, target) -> {
            if (other.group() == copy.group()) {
              apart.add(target);
            }
          });
      new RepairTargets(
              placement, blocks.getDatanodeManager().getNetworkTopology(), path(),
              copy.length(), policies.getPolicy(storagePolicy()))
          .choose(1, sameBlock, apart, List.of())
          .forEach(
              target -> {
                targets.put(copy, target);
                sameBlock.add(target.getDatanodeDescriptor());
              });
    }
    takeTargets();
  }

  private void takeTargets() {
    take(List.copyOf(targets.values()));
  }

  @Override
  boolean refresh() {
    BlockInfoDecoupled block = (BlockInfoDecoupled) block();
    List<Copy> needed = LeavingMembers.of(blocks, health, block, priority());
    targets.entrySet().removeIf(
        target ->
            needed.stream().noneMatch(
                copy -> isStillRight(target.getKey(), target.getValue(), copy)));
    takeTargets();
    return RepairQueueWindow.pending(blocks, block) == 0 && !targets.isEmpty();
  }

  private static boolean isStillRight(Copy planned, DatanodeStorageInfo target, Copy now) {
    return now.index() == planned.index()
        && now.source() == planned.source()
        && !isTaken(target, planned.apart(), now.apart());
  }

  @Override
  protected void handOut() {
    BlockInfo block = block();
    targets.forEach(
        (copy, target) -> {
          LOG.debug(
              "Copy of a block from a node that leaves: path={}, block={}, index={}, source={},"
                  + " target={}",
              path(), block, copy.index(), copy.source(), target);
          copy.source().addBlockToBeReplicated(
              new Block(
                  block.getBlockId() + copy.index(), copy.length(), block.getGenerationStamp()),
              new DatanodeStorageInfo[] {target});
        });
    EarlierTargets.add(blocks, block, targets());
  }
}
