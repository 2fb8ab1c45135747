package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/**
 * Neighbouring blocks of a block group that belong to the same parity group, before they have a
 * place.
 *
 * @param length how many
 * @param members storages that hold the other members of the parity group
 */
public record GroupRun(int length, List<DatanodeStorageInfo> members) {

  public GroupRun {
    members = List.copyOf(members);
    if (length < 1) {
      throw new IllegalArgumentException("a run has blocks: length=" + length);
    }
  }

  /**
   * Those of a full data stripe.
   *
   * @param begun members that the group of its first block has before that
   * @param members where these are
   */
  static List<GroupRun> ofStripe(
      FileLayout layout, int begun, List<DatanodeStorageInfo> members) {
    int width = layout.stripeWidth();
    int k = layout.policy().k();
    List<GroupRun> runs = new ArrayList<>();
    runs.add(new GroupRun(Math.min(width, k - begun), members));
    for (int placed = runs.get(0).length(); placed < width; placed += k) {
      runs.add(new GroupRun(Math.min(width - placed, k), List.of()));
    }
    return runs;
  }

  /** The members together with the blocks of the run at their places. */
  public List<DatanodeStorageInfo> with(List<DatanodeStorageInfo> placed) {
    List<DatanodeStorageInfo> all = new ArrayList<>(members);
    all.addAll(placed);
    return all;
  }

  /** One storage for each node that holds so many members or more. */
  List<DatanodeStorageInfo> membersOnNodesWith(int atLeast) {
    Map<DatanodeDescriptor, Integer> counts = countByNode(members);
    Map<DatanodeDescriptor, DatanodeStorageInfo> storages = new HashMap<>();
    for (DatanodeStorageInfo storage : members) {
      if (counts.get(storage.getDatanodeDescriptor()) >= atLeast) {
        storages.putIfAbsent(storage.getDatanodeDescriptor(), storage);
      }
    }
    return List.copyOf(storages.values());
  }

  /** Blocks that share their node with another one, not counting one block per node. */
  public static int shared(List<DatanodeStorageInfo> storages) {
    return storages.size() - countByNode(storages).size();
  }

  static Map<DatanodeDescriptor, Integer> countByNode(List<DatanodeStorageInfo> storages) {
    Map<DatanodeDescriptor, Integer> counts = new HashMap<>();
    storages.forEach(storage -> counts.merge(storage.getDatanodeDescriptor(), 1, Integer::sum));
    return counts;
  }

  static Map<String, Integer> countByRack(List<DatanodeStorageInfo> storages) {
    Map<String, Integer> counts = new HashMap<>();
    storages.forEach(
        storage ->
            counts.merge(storage.getDatanodeDescriptor().getNetworkLocation(), 1, Integer::sum));
    return counts;
  }
}
