package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/**
 * Copies a block that lies badly to a node where it lies better. The old replica is then one too
 * many, see {@link GroupPlacement#worstDuplicate()}.
 */
final class MemberMoveWork extends GroupWork {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final GroupPlacement placement;
  private final GroupPlacement.Misplaced misplaced;

  MemberMoveWork(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block,
      GroupPlacement placement, GroupPlacement.Misplaced misplaced, int priority) {
    super(
        health, block, List.of(misplaced.storage().getDatanodeDescriptor()), 1, priority);
    this.blocks = blocks;
    this.health = health;
    this.placement = placement;
    this.misplaced = misplaced;
  }

  @Override
  void chooseTargets(
      BlockPlacementPolicy policy, BlockStoragePolicySuite policies, Set<Node> sameBlock) {
    NetworkTopology topology = blocks.getDatanodeManager().getNetworkTopology();
    Set<Node> never = new HashSet<>(topology.getLeaves(NodeBase.ROOT));
    placement.betterNodes(misplaced).forEach(never::remove);
    never.addAll(sameBlock);
    setTargets(
        new RepairTargets(
                policy, topology, getSrcPath(), health.layout().blockSize(),
                policies.getPolicy(getStoragePolicyID()))
            .choose(
                1, never, misplaced.storages(), List.of())
            .toArray(DatanodeStorageInfo[]::new));
  }

  @Override
  boolean refresh() {
    BlockInfoDecoupled block = (BlockInfoDecoupled) getBlock();
    // Of two members on one node only one shall move, and none that new parity is encoded from.
    Set<BlockInfo> concerned = new HashSet<>(health.relatives(block));
    GroupHealth next = health.next();
    if (next != null) {
      next.forEachGroup(block, group -> concerned.addAll(next.blocksOf(group)));
    }
    boolean idle =
        concerned.stream()
            .allMatch(each -> blocks.pendingReconstruction.getNumReplicas(each) == 0);
    GroupPlacement today = new GroupPlacement(blocks, health, block);
    Optional<GroupPlacement.Misplaced> now = idle ? today.misplaced() : Optional.empty();
    return now.isPresent()
        && now.get().storage() == misplaced.storage()
        && today.isBetter(now.get(), getTargets()[0].getDatanodeDescriptor());
  }

  @Override
  void addTaskToDatanode(NumberReplicas replicas) {
    BlockInfo block = getBlock();
    DatanodeDescriptor source = misplaced.storage().getDatanodeDescriptor();
    LOG.debug(
        "Copy of a block that lies badly: path={}, block={}, index={}, source={}, target={}",
        getSrcPath(), block, misplaced.index(), source, getTargets()[0]);
    source.addBlockToBeReplicated(
        new Block(block.getBlockId() + misplaced.index(), length(), block.getGenerationStamp()),
        getTargets());
    if (EarlierTargets.wasInPlaceOf(
        blocks, block, misplaced.storage(), getTargets()[0].getDatanodeDescriptor())) {
      OwnNameNode.state(blocks).counters().countSecondMove();
    }
    EarlierTargets.add(blocks, block, List.of(getTargets()));
    if (health.file().isNext() || health.nextAtWork() != null) {
      OwnNameNode.state(blocks).countMove(health.file().inode().getId());
    }
  }

  private long length() {
    int group = misplaced.groupIndex();
    return health.place(group, misplaced.member()).length();
  }
}
