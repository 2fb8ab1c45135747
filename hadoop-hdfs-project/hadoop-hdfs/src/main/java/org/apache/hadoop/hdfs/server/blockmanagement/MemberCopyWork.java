package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.net.Node;

/**
 * Copies blocks of one block group from nodes that leave to nodes that stay, which is cheaper than
 * to rebuild them. Targets are as for a repair.
 */
final class MemberCopyWork extends GroupWork {

  /**
   * A block to copy.
   *
   * @param apart where the members of its group lie
   */
  record Copy(
      int index, long length, DatanodeDescriptor source, List<DatanodeStorageInfo> apart) {}

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
  void chooseTargets(
      BlockPlacementPolicy placement, BlockStoragePolicySuite policies, Set<Node> sameBlock) {
    for (Copy copy : copies) {
      List<DatanodeStorageInfo> apart = new ArrayList<>(copy.apart());
      apart.addAll(targets.values());
      new RepairTargets(
              placement, blocks.getDatanodeManager().getNetworkTopology(), getSrcPath(),
              copy.length(), policies.getPolicy(getStoragePolicyID()))
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
    setTargets(targets.values().toArray(DatanodeStorageInfo[]::new));
  }

  @Override
  boolean refresh() {
    BlockInfoDecoupled block = (BlockInfoDecoupled) getBlock();
    List<Copy> needed = LeavingMembers.of(blocks, health, block, getPriority());
    targets.entrySet().removeIf(
        target ->
            needed.stream().noneMatch(
                copy -> isStillRight(target.getKey(), target.getValue(), copy)));
    takeTargets();
    return blocks.pendingReconstruction.getNumReplicas(block) == 0 && !targets.isEmpty();
  }

  private static boolean isStillRight(Copy planned, DatanodeStorageInfo target, Copy now) {
    return now.index() == planned.index()
        && now.source() == planned.source()
        && !isTaken(target, planned.apart(), now.apart());
  }

  @Override
  void addTaskToDatanode(NumberReplicas replicas) {
    BlockInfo block = getBlock();
    targets.forEach(
        (copy, target) -> {
          LOG.debug(
              "Copy of a block from a node that leaves: path={}, block={}, index={}, source={},"
                  + " target={}",
              getSrcPath(), block, copy.index(), copy.source(), target);
          copy.source().addBlockToBeReplicated(
              new Block(
                  block.getBlockId() + copy.index(), copy.length(), block.getGenerationStamp()),
              new DatanodeStorageInfo[] {target});
        });
    EarlierTargets.add(blocks, block, List.of(getTargets()));
  }
}
