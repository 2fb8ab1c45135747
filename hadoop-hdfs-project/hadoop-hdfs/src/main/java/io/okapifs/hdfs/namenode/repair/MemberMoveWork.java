package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.TransitionRules;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.placement.PlacementCounters;
import io.okapifs.hdfs.namenode.placement.RepairTargets;
import java.util.HashSet;
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

  /**
   * Of HDFS's policy, before it is shown the better nodes alone, for which all must be looked at.
   */
  private static final int ASKS = 3;

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
    Set<Node> never = new HashSet<>(sameBlock);
    List<DatanodeStorageInfo> given = choose(targets, never);
    for (int ask = 1; ask < ASKS && !given.isEmpty() && !isBetter(given); ask++) {
      never.add(given.get(0).getDatanodeDescriptor());
      given = choose(targets, never);
    }
    if (!isBetter(given)) {
      Set<Node> worse = new HashSet<>(targets.topology().getLeaves(NodeBase.ROOT));
      placement.betterNodes(misplaced).forEach(worse::remove);
      worse.addAll(sameBlock);
      given = choose(targets, worse);
    }
    take(given);
  }

  private List<DatanodeStorageInfo> choose(RepairTargets targets, Set<Node> never) {
    return targets.choose(1, never, misplaced.others(), List.of());
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
