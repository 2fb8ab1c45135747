package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.Time;

/**
 * Where repairs that were handed out may still put blocks.
 *
 * <p>HDFS forgets a repair whose reports do not come in time, but its DataNode may only be slow: a
 * second plan that knew nothing of the first could put two members of a group on one node. Targets
 * are remembered for {@value #TIMEOUTS} such times; after that a lost repair keeps no node away.
 *
 * <p>Any thread may call it.
 */
public final class EarlierTargets {

  /** A DataNode may be that much slower than a repair is waited for. */
  private static final int TIMEOUTS = 3;

  /**
   * A place.
   *
   * @param busy nodes that were no targets for a few seconds
   */
  private record Target(
      BlockInfo block, DatanodeStorageInfo storage, Set<Node> busy, long endMillis) {}

  private final Deque<Target> byAge = new ArrayDeque<>();
  private final Map<BlockInfo, List<Target>> byBlock = new HashMap<>();

  public static EarlierTargets of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(EarlierTargets.class);
  }

  /** Remembers where a block group will get blocks. */
  public static void add(BlockManager blocks, BlockInfo block, List<DatanodeStorageInfo> targets) {
    add(blocks, block, targets, Set.of());
  }

  /**
   * As above, of blocks that were lost.
   *
   * @param busy nodes that are no targets for a few seconds
   */
  public static void add(
      BlockManager blocks, BlockInfo block, List<DatanodeStorageInfo> targets, Set<Node> busy) {
    long timeout = RepairQueueWindow.pendingTimeout(blocks);
    of(blocks).add(block, targets, busy, Time.monotonicNow(), TIMEOUTS * timeout);
  }

  /** Where a block group may get blocks, or got them. */
  public static List<DatanodeStorageInfo> of(BlockManager blocks, BlockInfo block) {
    return of(blocks).of(block, Time.monotonicNow());
  }

  /** Whether what a storage has of a block group was rebuilt there as a node was busy. */
  public static boolean wasInPlaceOf(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage, Node busy) {
    return of(blocks).wasInPlaceOf(block, storage, busy, Time.monotonicNow());
  }

  public synchronized void add(
      BlockInfo block, List<DatanodeStorageInfo> targets, Set<Node> busy, long nowMillis,
      long keptMillis) {
    forget(nowMillis);
    for (DatanodeStorageInfo storage : targets) {
      Target target = new Target(block, storage, Set.copyOf(busy), nowMillis + keptMillis);
      byAge.addLast(target);
      byBlock.computeIfAbsent(block, any -> new ArrayList<>()).add(target);
    }
  }

  public synchronized List<DatanodeStorageInfo> of(BlockInfo block, long nowMillis) {
    forget(nowMillis);
    List<Target> targets = byBlock.get(block);
    return targets == null ? List.of() : targets.stream().map(Target::storage).toList();
  }

  public synchronized boolean wasInPlaceOf(
      BlockInfo block, DatanodeStorageInfo storage, Node busy, long nowMillis) {
    forget(nowMillis);
    return byBlock.getOrDefault(block, List.of()).stream()
        .anyMatch(target -> target.storage() == storage && target.busy().contains(busy));
  }

  private void forget(long nowMillis) {
    while (!byAge.isEmpty() && byAge.peekFirst().endMillis() <= nowMillis) {
      Target oldest = byAge.removeFirst();
      byBlock.computeIfPresent(
          oldest.block(),
          (block, targets) -> {
            targets.remove(oldest);
            return targets.isEmpty() ? null : targets;
          });
    }
  }
}
