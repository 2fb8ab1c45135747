package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.layout.RackShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * Moves blocks of groups that crowd a rack to racks with fewer members of the group. HDFS's policy
 * spreads what one call asks for; a group is placed by several calls, and some policies do not
 * spread evenly.
 */
final class RackMender {

  private final NodeSupply supply;
  private final TargetRequest request;
  private final List<DatanodeStorageInfo> placed;

  /** Where the request wishes no block; even racks come before that. */
  private final Set<Node> avoided = new HashSet<>();

  /**
   * @param placed the places of the blocks, changed in place
   */
  RackMender(NodeSupply supply, TargetRequest request, List<DatanodeStorageInfo> placed) {
    this.supply = supply;
    this.request = request;
    this.placed = placed;
    for (List<DatanodeStorageInfo> wish : request.wishes()) {
      wish.forEach(storage -> avoided.add(storage.getDatanodeDescriptor()));
    }
  }

  void mend() {
    int racks = supply.racks();
    if (racks < 2 || placed.size() < request.width()) {
      return;
    }
    int from = 0;
    for (GroupRun run : request.runs()) {
      int to = from + run.length();
      // Every move makes the group more even; the count only guards against odd policies.
      for (int moves = 0; moves < run.length() && moveOne(run, from, to, racks); moves++) {
        Spread.arrange(request.runs(), placed);
      }
      from = to;
    }
  }

  /**
   * Moves a block of the run off the most crowded rack, or to a rack that has none of the group;
   * false where there is nothing to mend or no way.
   */
  private boolean moveOne(GroupRun run, int from, int to, int racks) {
    List<DatanodeStorageInfo> group = run.with(placed.subList(from, to));
    Map<String, Integer> counts = GroupRun.countByRack(group);
    long even = RackShare.of(group.size(), racks);
    // Five members on four racks may lie two, two and one: no rack is crowded, one is empty.
    long most = counts.size() < Math.min(racks, group.size()) ? 1 : even;
    // A block on the writer's own node stays as long as another one of the rack can go.
    return IntStream.range(from, to)
        .filter(i -> counts.get(rack(placed.get(i))) > most)
        .boxed()
        .max(
            Comparator.comparing((Integer i) -> counts.get(rack(placed.get(i))))
                .thenComparing(
                    i -> !placed.get(i).getDatanodeDescriptor().equals(request.writer())))
        .filter(i -> replace(i, group, counts))
        .isPresent();
  }

  private boolean replace(
      int index, List<DatanodeStorageInfo> group, Map<String, Integer> counts) {
    DatanodeStorageInfo old = placed.get(index);
    Set<Node> taken = new HashSet<>(request.never());
    group.forEach(storage -> taken.add(storage.getDatanodeDescriptor()));
    placed.forEach(storage -> taken.add(storage.getDatanodeDescriptor()));
    int better = counts.get(rack(old)) - 2;
    Map<Boolean, Set<Node>> nodes =
        supply.all().collect(
            Collectors.partitioningBy(
                node ->
                    NodeSupply.isInService(node) && !taken.contains(node)
                        && counts.getOrDefault(node.getNetworkLocation(), 0) <= better
                        && supply.hasWanted(node),
                Collectors.toSet()));
    if (nodes.get(true).isEmpty()) {
      return false;
    }
    List<DatanodeStorageInfo> others = new ArrayList<>(group);
    others.remove(old);
    List<DatanodeStorageInfo> found = List.of();
    if (!avoided.isEmpty() && !avoided.containsAll(nodes.get(true))) {
      Set<Node> refused = new HashSet<>(avoided);
      refused.addAll(nodes.get(false));
      found = supply.ask(1, others, refused);
    }
    if (found.isEmpty()) {
      found = supply.ask(1, others, nodes.get(false));
    }
    found.forEach(storage -> placed.set(index, storage));
    return !found.isEmpty();
  }

  private static String rack(DatanodeStorageInfo storage) {
    return storage.getDatanodeDescriptor().getNetworkLocation();
  }
}
