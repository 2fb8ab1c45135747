package io.okapifs.hdfs.namenode.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/**
 * Storages for new blocks: those that HDFS's placement policy gives, and those that it would rather
 * not, because their nodes are loaded or slow. Holds no lock.
 */
final class NodeSupply {

  /** The policy is asked again where it gave what it must not, this often. */
  private static final int CALLS_MAX = 4;

  private final BlockPlacementPolicy policy;
  private final NetworkTopology topology;
  private final TargetRequest request;

  /** Whether the policy gave a storage of a type that the storage policy falls back to. */
  private boolean fellBack;

  NodeSupply(BlockPlacementPolicy policy, NetworkTopology topology, TargetRequest request) {
    this.policy = policy;
    this.topology = topology;
    this.request = request;
  }

  int racks() {
    return topology.getNumOfNonEmptyRacks();
  }

  /**
   * What the policy gives: up to {@code count} storages of the types that the storage policy wants,
   * each on a node of its own, none on a node of {@code taken} or that is never to be chosen. Where
   * racks have no more room HDFS's policy falls back to other types before it takes other racks.
   */
  List<DatanodeStorageInfo> ask(int count, Collection<DatanodeStorageInfo> taken) {
    return ask(count, taken, Set.of());
  }

  /** As above, and none on a node of {@code excluded}. */
  List<DatanodeStorageInfo> ask(
      int count, Collection<DatanodeStorageInfo> taken, Set<Node> excluded) {
    return ask(count, taken, excluded, this::isWanted);
  }

  /** The same of any type that the storage policy falls back to, where the policy gave some. */
  List<DatanodeStorageInfo> fallBack(int count, Collection<DatanodeStorageInfo> taken) {
    return fellBack && count > 0 ? ask(count, taken, Set.of(), any -> true) : List.of();
  }

  /** Whether a node has a storage of a type that the storage policy wants. */
  boolean hasWanted(DatanodeDescriptor node) {
    return Arrays.stream(node.getStorageInfos()).anyMatch(this::isWanted);
  }

  private boolean isWanted(DatanodeStorageInfo storage) {
    return Arrays.asList(request.storagePolicy().getStorageTypes())
        .contains(storage.getStorageType());
  }

  private List<DatanodeStorageInfo> ask(
      int count, Collection<DatanodeStorageInfo> taken, Set<Node> excluded,
      Predicate<DatanodeStorageInfo> isAccepted) {
    Map<Node, DatanodeStorageInfo> chosen = byNode(taken);
    Set<Node> refused = new HashSet<>(request.never());
    refused.addAll(excluded);
    List<DatanodeStorageInfo> given = new ArrayList<>();
    boolean again = true;
    for (int call = 0; again && call < CALLS_MAX; call++) {
      again = false;
      for (DatanodeStorageInfo storage : call(count - given.size(), chosen.values(), refused)) {
        Node node = storage.getDatanodeDescriptor();
        boolean isNew = chosen.putIfAbsent(node, storage) == null;
        fellBack |= !isWanted(storage);
        if (isNew && !refused.contains(node) && given.size() < count
            && isAccepted.test(storage)) {
          given.add(storage);
        } else {
          // The fallback of HDFS's policy forgets excluded nodes, but never chosen storages.
          again |= isNew;
        }
      }
    }
    return given;
  }

  private DatanodeStorageInfo[] call(
      int count, Collection<DatanodeStorageInfo> chosen, Set<Node> refused) {
    // HDFS's policy is not made for more blocks than there are nodes.
    int askable = Math.min(count, topology.getNumOfLeaves() - chosen.size());
    if (askable < 1) {
      return DatanodeStorageInfo.EMPTY_ARRAY;
    }
    return policy.chooseTarget(
        request.path(), askable, request.writer(), new ArrayList<>(chosen), false,
        new HashSet<>(refused), request.blockSize(), request.storagePolicy(), request.flags());
  }

  /**
   * Storages with room on nodes that the policy refused but that can serve: better than two members
   * of a group on one node, or no place at all.
   */
  List<DatanodeStorageInfo> spare(int count, Collection<DatanodeStorageInfo> taken) {
    if (count < 1) {
      return List.of();
    }
    Map<Node, DatanodeStorageInfo> chosen = byNode(taken);
    Map<String, Integer> racks = GroupRun.countByRack(List.copyOf(chosen.values()));
    List<DatanodeDescriptor> nodes =
        new ArrayList<>(all().filter(NodeSupply::isInService).toList());
    Collections.shuffle(nodes, ThreadLocalRandom.current());
    return nodes.stream()
        .filter(node -> !chosen.containsKey(node) && !request.never().contains(node))
        .sorted(Comparator.comparing(node -> racks.getOrDefault(node.getNetworkLocation(), 0)))
        .map(this::storageOn)
        .filter(Objects::nonNull)
        .limit(count)
        .toList();
  }

  /** Every node of the cluster. */
  Stream<DatanodeDescriptor> all() {
    return topology.getLeaves(NodeBase.ROOT).stream().map(DatanodeDescriptor.class::cast);
  }

  /** Whether a node may hold new blocks, whatever its load. */
  static boolean isInService(DatanodeDescriptor node) {
    return node.isAlive() && node.isInService();
  }

  private DatanodeStorageInfo storageOn(DatanodeDescriptor node) {
    return Arrays.stream(request.storagePolicy().getStorageTypes())
        .map(type -> node.chooseStorage4Block(type, request.blockSize()))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** By node, without nodes that left the cluster: HDFS's policy counts them as places. */
  Map<Node, DatanodeStorageInfo> byNode(Collection<DatanodeStorageInfo> storages) {
    Map<Node, DatanodeStorageInfo> byNode = new HashMap<>();
    for (DatanodeStorageInfo storage : storages) {
      if (topology.contains(storage.getDatanodeDescriptor())) {
        byNode.putIfAbsent(storage.getDatanodeDescriptor(), storage);
      }
    }
    return byNode;
  }
}
