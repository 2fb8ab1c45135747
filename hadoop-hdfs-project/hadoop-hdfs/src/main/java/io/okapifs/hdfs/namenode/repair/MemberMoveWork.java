package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.TransitionRules;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.placement.PlacementCounters;
import io.okapifs.hdfs.namenode.placement.RepairTargets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/**
 * Copies a block that lies badly to a node where it lies better. The old replica is then one too
 * many, and goes because it lies worse.
 */
public final class MemberMoveWork extends GroupWork {

  private final BlockManager blocks;
  private final GroupHealth health;
  private final GroupPlacement placement;
  private final GroupPlacement.Misplaced misplaced;

  public MemberMoveWork(
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
  protected void choose(
      BlockPlacementPolicy policy, BlockStoragePolicySuite policies, Set<Node> sameBlock) {
    RepairTargets targets =
        new RepairTargets(
            policy, blocks.getDatanodeManager().getNetworkTopology(), path(),
            health.layout().blockSize(), policies.getPolicy(storagePolicy()));
    List<DatanodeStorageInfo> given =
        targets.choose(1, sameBlock, misplaced.others(), List.of());
    take(isBetter(given) ? given : amongBetter(targets, sameBlock));
  }

  /**
   * A place on one of the better nodes; those come first whose racks have the fewest members.
   * HDFS's policy hears of no member: it would refuse a rack that has its share, though there may
   * be no better node than on that.
   */
  private List<DatanodeStorageInfo> amongBetter(RepairTargets targets, Set<Node> sameBlock) {
    List<DatanodeStorageInfo> given = List.of();
    Iterator<Set<DatanodeDescriptor>> byRack = placement.betterNodes(misplaced).iterator();
    while (given.isEmpty() && byRack.hasNext()) {
      Set<Node> never = new HashSet<>(targets.topology().getLeaves(NodeBase.ROOT));
      never.removeAll(byRack.next());
      never.addAll(sameBlock);
      given = targets.choose(1, never, List.of(), List.of());
    }
    return given;
  }

  private boolean isBetter(List<DatanodeStorageInfo> given) {
    return !given.isEmpty()
        && placement.isBetter(misplaced, given.get(0).getDatanodeDescriptor());
  }

  @Override
  public boolean refresh() {
    BlockInfoDecoupled block = (BlockInfoDecoupled) block();
    GroupPlacement today = new GroupPlacement(blocks, health, block);
    // Of two members on one node only one shall move, and none that new parity is encoded from.
    Optional<GroupPlacement.Misplaced> now =
        today.isAtRest() ? today.misplaced() : Optional.empty();
    return now.isPresent()
        && now.get().storage() == misplaced.storage()
        && today.isBetter(now.get(), targets().get(0).getDatanodeDescriptor());
  }

  @Override
  protected void handOut() {
    BlockInfo block = block();
    DatanodeDescriptor source = misplaced.storage().getDatanodeDescriptor();
    LOG.debug(
        "Copy of a block that lies badly: path={}, block={}, index={}, source={}, target={}",
        path(), block, misplaced.index(), source, targets().get(0));
    source.addBlockToBeReplicated(
        new Block(block.getBlockId() + misplaced.index(), length(), block.getGenerationStamp()),
        targets().toArray(DatanodeStorageInfo[]::new));
    if (EarlierTargets.wasInPlaceOf(
        blocks, block, misplaced.storage(), targets().get(0).getDatanodeDescriptor())) {
      PlacementCounters.of(blocks).countSecondMove();
    }
    EarlierTargets.add(blocks, block, targets());
    if (health.file().isNext() || health.nextAtWork().isPresent()) {
      TransitionRules.of(blocks).countMove(health.file().inode().getId());
    }
  }

  private long length() {
    int group = misplaced.groupIndex();
    return health.place(group, misplaced.member()).length();
  }
}
