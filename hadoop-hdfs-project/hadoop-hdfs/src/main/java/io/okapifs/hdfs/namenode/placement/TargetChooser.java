package io.okapifs.hdfs.namenode.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.NetworkTopology;

/**
 * Chooses a storage for every block of a block group. In this order:
 *
 * <ol>
 *   <li>two blocks of a block group never share a node, whatever it costs;
 *   <li>as few members of a parity group as possible share a node: none where there are enough;
 *   <li>storages are of the types that the storage policy wants, before those it falls back to;
 *   <li>the members of a group lie evenly over the racks;
 *   <li>the wishes of the request, and what HDFS's placement policy wants of a block group.
 * </ol>
 *
 * <p>The nodes come from HDFS's policy, whichever is configured; this class asks it, deals the
 * nodes to the groups, and asks again where a rack is crowded. Holds no lock; for one choice.
 */
public final class TargetChooser {

  private final TargetRequest request;
  private final NodeSupply supply;
  private final GroupRun first;
  private final List<DatanodeStorageInfo> chosen = new ArrayList<>();

  private TargetChooser(NodeSupply supply, TargetRequest request) {
    this.request = request;
    this.supply = supply;
    this.first = request.runs().get(0);
  }

  /** As {@link #choose(BlockPlacementPolicy, NetworkTopology, TargetRequest)}. */
  public static List<DatanodeStorageInfo> choose(BlockManager blocks, TargetRequest request) {
    return choose(
        blocks.getStriptedBlockPlacementPolicy(),
        blocks.getDatanodeManager().getNetworkTopology(), request);
  }

  /**
   * @return storages in the order of the blocks; fewer than blocks where there are not enough nodes
   */
  static List<DatanodeStorageInfo> choose(
      BlockPlacementPolicy policy, NetworkTopology topology, TargetRequest request) {
    NodeSupply supply = new NodeSupply(policy, topology, request);
    TargetChooser chooser = new TargetChooser(supply, request);
    chooser.chooseNodes();
    Spread.arrange(request.runs(), chooser.chosen);
    new RackMender(supply, request, chooser.chosen).mend();
    return chooser.chosen;
  }

  private void chooseNodes() {
    for (List<DatanodeStorageInfo> wish : request.wishes()) {
      fill(first.length(), first.with(wish), false);
    }
    List<DatanodeStorageInfo> apart = first.membersOnNodesWith(1);
    for (int shared = 2; !apart.isEmpty() && chosen.size() < first.length(); shared++) {
      fill(first.length(), apart, true);
      apart = first.membersOnNodesWith(shared);
    }
    if (chosen.size() >= first.length()) {
      // What is left belongs to groups that begin here.
      for (List<DatanodeStorageInfo> wish : request.wishes()) {
        fill(request.width(), wish, false);
      }
    }
    fill(request.width(), List.of(), true);
  }

  /** Adds storages until there are so many, on nodes of none of {@code apart}. */
  private void fill(int count, Collection<DatanodeStorageInfo> apart, boolean withSpare) {
    chosen.addAll(supply.ask(count - chosen.size(), taken(apart)));
    if (withSpare) {
      chosen.addAll(supply.spare(count - chosen.size(), taken(apart)));
      chosen.addAll(supply.fallBack(count - chosen.size(), taken(apart)));
    }
  }

  private List<DatanodeStorageInfo> taken(Collection<DatanodeStorageInfo> apart) {
    List<DatanodeStorageInfo> taken = new ArrayList<>(apart);
    taken.addAll(chosen);
    return taken;
  }
}
