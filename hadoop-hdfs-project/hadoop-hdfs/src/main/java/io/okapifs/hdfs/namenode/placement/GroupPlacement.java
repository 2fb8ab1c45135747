package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.RackShare;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatusDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;

/**
 * Which blocks of a block group lie badly: on one node with another member of their group, or their
 * group or data stripe on fewer racks than it could be. Only where a better node exists, and a move
 * must make nothing worse, so that moves come to an end. The groups of a file in transition are
 * those that it has and those that it will have: a block moves for either, and to the harm of
 * neither.
 *
 * <p>Members of one group, RS-2-1, on nodes of racks A and B:
 *
 * <pre>
 *   A1: 0 1    B1: 2              member 1 shares a node: it moves to any node without a member
 *   A1: 0   A2: 1   A3: 2         on one rack where there are two: one moves to B
 *   A1: 0   A2: 1   B1: 2         as well as it can be
 * </pre>
 *
 * <p>A node in common is worse than a rack in common. A block is a member of one group, and one of
 * the s blocks of its data stripe, of which no two share a node either. What a move would mend in
 * the one and break in the other is no move.
 *
 * <p>Under the namesystem's lock. Costs the width of the groups.
 */
public final class GroupPlacement {

  static final BlockPlacementStatus SATISFIED = new BlockPlacementStatusDefault(1, 1, 1);
  static final BlockPlacementStatus VIOLATED =
      new BlockPlacementStatus() {
        @Override
        public boolean isPlacementPolicySatisfied() {
          return false;
        }

        @Override
        public String getErrorDescription() {
          return "Blocks of a group lie on fewer nodes or racks than they can.";
        }

        @Override
        public int getAdditionalReplicasRequired() {
          return 1;
        }
      };

  /**
   * A block that lies badly.
   *
   * @param groupIndex of the first of the groups, in the file
   * @param groups the good replicas of each group that it is a member of
   */
  public record Misplaced(int groupIndex, Good replica, List<List<Good>> groups) {

    public int member() {
      return replica.member;
    }

    public int index() {
      return replica.index;
    }

    public DatanodeStorageInfo storage() {
      return replica.storage;
    }

    /** Where the other members of the groups lie: the block itself leaves its place. */
    public List<DatanodeStorageInfo> others() {
      return groups.stream()
          .flatMap(List::stream)
          .filter(each -> !each.isSameBlock(replica))
          .map(Good::storage)
          .distinct()
          .toList();
    }
  }

  /** A replica that counts: readable, in service and not about to be deleted. */
  record Good(int member, BlockInfo block, int index, DatanodeStorageInfo storage) {
    DatanodeDescriptor node() {
      return storage.getDatanodeDescriptor();
    }

    String rack() {
      return node().getNetworkLocation();
    }

    boolean isSameBlock(Good other) {
      return block == other.block && index == other.index;
    }
  }

  private final BlockManager blocks;
  private final GroupHealth health;

  /** The same file with the groups that it will have, where blocks are to move for them. */
  private final Optional<GroupHealth> next;

  private final BlockInfoDecoupled block;
  private final NetworkTopology topology;
  private final List<Good> own = new ArrayList<>();
  private final Set<Node> holders;

  public GroupPlacement(BlockManager blocks, GroupHealth health, BlockInfoDecoupled block) {
    this.blocks = blocks;
    this.health = health;
    this.next = block instanceof BlockInfoStripedData ? health.nextAtWork() : Optional.empty();
    this.block = block;
    this.topology = blocks.getDatanodeManager().getNetworkTopology();
    this.holders = new HashSet<>(nodesOf(block));
    health.forEachGroup(
        block,
        group ->
            goodOf(health, group).stream().filter(each -> each.block == block).forEach(own::add));
  }

  private List<Good> goodOf(GroupHealth view, long group) {
    List<Good> good = new ArrayList<>();
    view.forEachReplica(
        group,
        (member, owner, index, storage) -> {
          if (ReplicaQuestion.LASTING.holds(blocks, owner, storage)) {
            good.add(new Good(member, owner, index, storage));
          }
        });
    return good;
  }

  private static boolean isUsable(DatanodeDescriptor node) {
    return node.isAlive() && node.isInService();
  }

  /** Calls back with each good replica of the block group and the groups that it is a member of. */
  void forEachOwn(Visitor visitor) {
    health.forEachGroup(
        block,
        group -> {
          List<Good> good = goodOf(health, group);
          for (Good replica : good) {
            if (replica.block == block) {
              visitor.visit(group, replica, groupsOf(replica, good));
            }
          }
        });
  }

  interface Visitor {
    void visit(long group, Good replica, List<List<Good>> groups);
  }

  private List<List<Good>> groupsOf(Good replica, List<Good> group) {
    int stripe = next.map(view -> view.indexOf(block)).orElse(-1);
    if (stripe < 0) {
      return List.of(group);
    }
    FileLayout layout = next.get().layout();
    long x = (long) stripe * layout.stripeWidth() + replica.index;
    return List.of(group, goodOf(next.get(), layout.groupOf(x)));
  }

  /** A block of the block group that could lie better, if there is one. */
  public Optional<Misplaced> misplaced() {
    List<Misplaced> found = new ArrayList<>();
    forEachOwn(
        (group, replica, groups) -> {
          if (found.isEmpty()
              && isOnly(replica, groups.get(0))
              && betterNodes(replica, groups).findAny().isPresent()) {
            found.add(new Misplaced((int) group, replica, groups));
          }
        });
    return found.stream().findFirst();
  }

  /** Whether a block of the block group is on one node with another member of a group of its. */
  public boolean sharesNode() {
    boolean[] shares = {false};
    forEachOwn(
        (group, replica, groups) ->
            shares[0] |=
                groups.stream().anyMatch(each -> sharing(replica, each, replica.node()) > 0));
    return shares[0];
  }

  /** Whether there is a node on which one of the blocks would lie better. */
  boolean canMove(int index) {
    boolean[] can = {false};
    forEachOwn(
        (group, replica, groups) ->
            can[0] |=
                replica.index == index && betterNodes(replica, groups).findAny().isPresent());
    return can[0];
  }

  /** How many racks a group of so many members can lie on. */
  int racksFor(int members) {
    return Math.min(topology.getNumOfNonEmptyRacks(), members);
  }

  /** A second replica means that a move is under way. */
  static boolean isOnly(Good replica, List<Good> group) {
    return group.stream().filter(replica::isSameBlock).count() == 1;
  }

  /**
   * Nodes to which a block may move and where it would lie better than when it was found; of a
   * large cluster some. May be asked without the lock, as placement policies are.
   *
   * @return them by how many members of the groups their racks have, the fewest first
   */
  public Collection<Set<DatanodeDescriptor>> betterNodes(Misplaced misplaced) {
    Map<String, Integer> members = GroupRun.countByRack(misplaced.others());
    return betterNodes(misplaced.replica, misplaced.groups)
        .collect(
            Collectors.groupingBy(
                node -> members.getOrDefault(node.getNetworkLocation(), 0), TreeMap::new,
                Collectors.toSet()))
        .values();
  }

  /** Whether a node is among {@link #betterNodes}. */
  public boolean isBetter(Misplaced misplaced, DatanodeDescriptor node) {
    Good replica = misplaced.replica;
    return improves(
        replica, misplaced.groups, fit(replica, misplaced.groups, replica.node()), node);
  }

  private Stream<DatanodeDescriptor> betterNodes(Good replica, List<List<Good>> groups) {
    Fit now = fit(replica, groups, replica.node());
    return now.isPerfect(topology.getNumOfNonEmptyRacks(), groups, stripe().size())
        ? Stream.empty()
        : NodesToTry.of(blocks, racksOf(groups), this::mayTake)
            .filter(node -> improves(replica, groups, now, node));
  }

  /**
   * Whether nothing is ordered of a group of the block group, those included that its file will
   * have. Else a DataNode may be about to read one of its blocks.
   */
  public boolean isAtRest() {
    Set<BlockInfo> concerned = new HashSet<>(health.relatives(block));
    health.next()
        .ifPresent(
            will -> will.forEachGroup(block, group -> concerned.addAll(will.blocksOf(group))));
    return concerned.stream().allMatch(each -> RepairQueueWindow.pending(blocks, each) == 0);
  }

  /** Whether a replica is on the type of storage that the file's storage policy wants. */
  boolean suits(Good replica) {
    return wanted().filter(replica.storage().getStorageType()::equals).isPresent();
  }

  private Optional<StorageType> wanted() {
    return WantedStorage.of(blocks, health.file().inode()).type();
  }

  /** To be on one more rack is worth no block on another type of storage. */
  private boolean hasWantedStorage(DatanodeDescriptor node) {
    Optional<StorageType> wanted = wanted();
    return wanted.isEmpty()
        || node.chooseStorage4Block(wanted.get(), health.layout().blockSize()) != null;
  }

  /** The good replicas of the data stripe; of parity none, which no reader reads together. */
  List<Good> stripe() {
    return block instanceof BlockInfoStripedData ? own : List.of();
  }

  private Set<String> racksOf(List<List<Good>> groups) {
    return Stream.concat(own.stream(), groups.stream().flatMap(List::stream))
        .map(Good::rack)
        .collect(Collectors.toSet());
  }

  private boolean mayTake(DatanodeDescriptor node) {
    return isUsable(node)
        && !holders.contains(node)
        && node.getRemaining() > health.layout().blockSize();
  }

  private boolean improves(
      Good replica, List<List<Good>> groups, Fit now, DatanodeDescriptor node) {
    if (!mayTake(node)) {
      return false;
    }
    Fit there = fit(replica, groups, node);
    return there.improves(now) && (hasWantedStorage(node) || there.sharesLessThan(now));
  }

  /**
   * How a block lies on a node among the others of its groups and of its block group.
   *
   * @param sharing members on the same node, by group
   * @param groupRacks racks, by group
   */
  record Fit(List<Long> sharing, List<Long> groupRacks, long stripeRacks) {

    boolean isPerfect(int racks, List<List<Good>> groups, int stripeSize) {
      boolean perfect = stripeRacks >= Math.min(racks, stripeSize);
      for (int i = 0; i < groups.size(); i++) {
        perfect &=
            sharing.get(i) == 0 && groupRacks.get(i) >= Math.min(racks, groups.get(i).size());
      }
      return perfect;
    }

    boolean improves(Fit old) {
      return isNoWorseThan(old) && !equals(old);
    }

    boolean isNoWorseThan(Fit old) {
      boolean noWorse = stripeRacks >= old.stripeRacks && sharesNoMoreThan(old);
      for (int i = 0; i < groupRacks.size(); i++) {
        noWorse &= groupRacks.get(i) >= old.groupRacks.get(i);
      }
      return noWorse;
    }

    boolean sharesLessThan(Fit old) {
      return sharesNoMoreThan(old) && !sharing.equals(old.sharing);
    }

    boolean sharesNoMoreThan(Fit old) {
      boolean noMore = true;
      for (int i = 0; i < sharing.size(); i++) {
        noMore &= sharing.get(i) <= old.sharing.get(i);
      }
      return noMore;
    }
  }

  Fit fit(Good replica, List<List<Good>> groups, DatanodeDescriptor node) {
    return new Fit(
        groups.stream().map(group -> sharing(replica, group, node)).toList(),
        groups.stream()
            .map(group -> racks(group.stream().filter(other -> !other.isSameBlock(replica)), node))
            .toList(),
        racks(stripe().stream().filter(other -> other.index != replica.index), node));
  }

  private static long sharing(Good replica, List<Good> group, DatanodeDescriptor node) {
    return group.stream()
        .filter(other -> !other.isSameBlock(replica) && other.node() == node)
        .filter(other -> isOnly(other, group))
        .count();
  }

  private static long racks(Stream<Good> others, DatanodeDescriptor node) {
    return Stream.concat(others.map(Good::rack), Stream.of(node.getNetworkLocation()))
        .distinct()
        .count();
  }

  /**
   * How many members each group of a replica has on its rack beyond the rack's share, without other
   * replicas of the same block.
   */
  List<Long> crowding(Good replica, List<List<Good>> groups) {
    return groups.stream().map(group -> beyondShare(replica, group)).toList();
  }

  private long beyondShare(Good replica, List<Good> group) {
    List<Good> others = group.stream().filter(other -> !other.isSameBlock(replica)).toList();
    long members = 1 + others.stream().map(Good::member).distinct().count();
    long onRack =
        1 + others.stream().filter(each -> each.rack().equals(replica.rack()))
            .map(Good::member).distinct().count();
    return Math.max(0, onRack - RackShare.of(members, topology.getNumOfNonEmptyRacks()));
  }

  /** A block of a closed file that could lie better, if there is one. */
  public static Optional<Misplaced> findMisplaced(BlockManager blocks, BlockInfoDecoupled block) {
    return !block.isComplete()
        ? Optional.empty()
        : GroupHealth.of(blocks, block)
            .filter(health -> !health.file().inode().isUnderConstruction())
            .filter(health -> !new PlacementGlance(blocks).liesWell(health, block))
            .flatMap(health -> new GroupPlacement(blocks, health, block).misplaced());
  }

  /** Nodes that hold any replica of a block group, good or not. */
  public static List<DatanodeDescriptor> nodesOf(BlockInfoStriped block) {
    List<DatanodeDescriptor> nodes = new ArrayList<>();
    for (BlockInfoStriped.StorageAndBlockIndex at : block.getStorageAndIndexInfos()) {
      nodes.add(at.getStorage().getDatanodeDescriptor());
    }
    return nodes;
  }
}
