package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/**
 * Which blocks of a block group lie badly: on one node with another member of their group, or their
 * group or data stripe on fewer racks than it could be. Only where a better node exists, and a move
 * must make nothing worse, so that moves come to an end.
 *
 * <p>Under the namesystem's lock. Costs the width of the groups; the nodes of the cluster are
 * looked at for blocks that lie badly only.
 */
final class GroupPlacement {

  static final BlockPlacementStatus SATISFIED = new BlockPlacementStatusDefault(1, 1, 1);
  static final BlockPlacementStatus VIOLATED =
      new BlockPlacementStatusDefault(1, 2, Integer.MAX_VALUE);

  /** A block that lies badly. */
  record Misplaced(
      int groupIndex, int member, int index, DatanodeStorageInfo storage, List<Good> group) {}

  /** A replica that counts: readable, in service and not about to be deleted. */
  record Good(int member, BlockInfo block, int index, DatanodeStorageInfo storage) {
    DatanodeDescriptor node() {
      return storage.getDatanodeDescriptor();
    }

    String rack() {
      return node().getNetworkLocation();
    }
  }

  private final BlockManager blocks;
  private final GroupHealth health;
  private final BlockInfoDecoupled block;
  private final NetworkTopology topology;
  private final List<Good> own = new ArrayList<>();
  private final Set<Node> holders;

  GroupPlacement(BlockManager blocks, GroupHealth health, BlockInfoDecoupled block) {
    this.blocks = blocks;
    this.health = health;
    this.block = block;
    this.topology = blocks.getDatanodeManager().getNetworkTopology();
    this.holders = new HashSet<>(GroupWork.nodesOf(block));
    health.forEachGroup(
        block,
        group ->
            goodOf((int) group).stream().filter(each -> each.block == block).forEach(own::add));
  }

  private List<Good> goodOf(int group) {
    List<Good> good = new ArrayList<>();
    health.forEachReplica(
        group,
        (member, owner, index, storage) -> {
          DatanodeDescriptor node = storage.getDatanodeDescriptor();
          if (storage.getState() == DatanodeStorage.State.NORMAL
              && isUsable(node)
              && health.isReadable(owner, storage)
              && !blocks.isExcess(node, owner)) {
            good.add(new Good(member, owner, index, storage));
          }
        });
    return good;
  }

  private static boolean isUsable(DatanodeDescriptor node) {
    return node.isAlive() && node.isInService();
  }

  /** A block of the block group that could lie better, if there is one. */
  Optional<Misplaced> misplaced() {
    List<Misplaced> found = new ArrayList<>();
    health.forEachGroup(
        block,
        group -> {
          List<Good> good = goodOf((int) group);
          good.stream()
              .filter(each -> each.block == block && isOnly(each, good) && found.isEmpty())
              .filter(each -> betterNodes(each, good).findAny().isPresent())
              .forEach(
                  each ->
                      found.add(
                          new Misplaced(
                              (int) group, each.member, each.index, each.storage, good)));
        });
    return found.stream().findFirst();
  }

  /** Whether a block of the block group is on one node with another member of its group. */
  boolean sharesNode() {
    boolean[] shares = {false};
    health.forEachGroup(
        block,
        group -> {
          List<Good> good = goodOf((int) group);
          shares[0] |=
              good.stream()
                  .filter(each -> each.block == block)
                  .anyMatch(each -> fit(each, good, each.node()).sharing > 0);
        });
    return shares[0];
  }

  /** A second replica means that a move is under way. */
  private static boolean isOnly(Good replica, List<Good> group) {
    return group.stream().filter(other -> other.member == replica.member).count() == 1;
  }

  /** Nodes to which a block may move and where it would lie better than now. */
  Stream<DatanodeDescriptor> betterNodes(Misplaced misplaced) {
    return betterNodes(
        new Good(misplaced.member, block, misplaced.index, misplaced.storage), misplaced.group);
  }

  private Stream<DatanodeDescriptor> betterNodes(Good replica, List<Good> group) {
    Fit now = fit(replica, group, replica.node());
    if (now.isPerfect(topology.getNumOfNonEmptyRacks(), group.size(), own.size())) {
      return Stream.empty();
    }
    return topology.getLeaves(NodeBase.ROOT).stream()
        .map(DatanodeDescriptor.class::cast)
        .filter(GroupPlacement::isUsable)
        .filter(node -> !holders.contains(node))
        .filter(node -> node.getRemaining() > health.layout().blockSize())
        .filter(node -> fit(replica, group, node).improves(now));
  }

  /**
   * How a block lies on a node among the others of its group and of its block group.
   *
   * @param sharing members of the group on the same node
   */
  record Fit(long sharing, long groupRacks, long stripeRacks) {

    boolean isPerfect(int racks, int groupSize, int stripeSize) {
      return sharing == 0
          && groupRacks >= Math.min(racks, groupSize)
          && stripeRacks >= Math.min(racks, stripeSize);
    }

    boolean improves(Fit old) {
      return sharing <= old.sharing
          && groupRacks >= old.groupRacks
          && stripeRacks >= old.stripeRacks
          && !equals(old);
    }
  }

  private Fit fit(Good replica, List<Good> group, DatanodeDescriptor node) {
    return new Fit(
        group.stream()
            .filter(other -> other.member != replica.member && other.node() == node)
            .filter(other -> isOnly(other, group))
            .count(),
        racks(group.stream().filter(other -> other.member != replica.member), node),
        racks(own.stream().filter(other -> other.index != replica.index), node));
  }

  private static long racks(Stream<Good> others, DatanodeDescriptor node) {
    return Stream.concat(others.map(Good::rack), Stream.of(node.getNetworkLocation()))
        .distinct()
        .count();
  }

  /** Of the replicas of one block, one that lies worse among the other members than another. */
  Optional<DatanodeDescriptor> worstDuplicate() {
    List<DatanodeDescriptor> worst = new ArrayList<>();
    health.forEachGroup(
        block,
        group -> {
          List<Good> good = goodOf((int) group);
          for (Good replica : good) {
            boolean isWorse =
                replica.block == block
                    && good.stream()
                        .filter(other -> other.member == replica.member && other != replica)
                        .anyMatch(
                            other ->
                                fit(other, good, other.node())
                                    .improves(fit(replica, good, replica.node())));
            if (isWorse) {
              worst.add(replica.node());
            }
          }
        });
    return worst.stream().findFirst();
  }

  /** A block of a closed file that could lie better, if there is one. */
  static Optional<Misplaced> findMisplaced(BlockManager blocks, BlockInfoDecoupled block) {
    GroupHealth health = block.isComplete() ? GroupHealth.of(blocks, block) : null;
    return health == null
            || health.file().inode().isUnderConstruction()
            || new PlacementGlance(blocks).isPerfect(health, block)
        ? Optional.empty()
        : new GroupPlacement(blocks, health, block).misplaced();
  }
}
