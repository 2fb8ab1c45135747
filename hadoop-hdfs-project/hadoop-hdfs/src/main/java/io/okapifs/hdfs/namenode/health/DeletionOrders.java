package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockIdManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.apache.hadoop.net.Node;

/**
 * Replicas of block groups that DataNodes were told to delete and may still delete. A new replica
 * of the same block on such a node could be deleted in place of the old one: the node is no target
 * for the block group, and what it reports of the block is no reason to give up another replica.
 *
 * <p>An order ends when its node says that the replica is deleted, or reports all that it has
 * without it, or reports one with a newer stamp: a node deletes none that is newer than the order.
 * One that is old, or that was given before its node registered again, ends with any full report: a
 * node deletes within seconds, and forgets what it has to delete when it restarts. Any thread may
 * call it.
 */
public final class DeletionOrders {

  private static final long OLD_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** Within which a node deletes what it is told to: a heartbeat, the deletion and its report. */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * One replica to be deleted.
   *
   * @param storagesWithout of the node, that have been reported since without the replica
   * @param isPast set once the node has registered again
   */
  private record Order(
      DatanodeDescriptor node, long blockId, long stamp, long sinceNanos,
      Set<String> storagesWithout, AtomicBoolean isPast) {

    boolean is(DatanodeInfo otherNode, long otherId) {
      return blockId == otherId && isOf(otherNode);
    }

    /** Whether its node would delete a replica of the block, by the stamp. */
    boolean hits(long replicaStamp) {
      return replicaStamp <= stamp;
    }

    boolean isOf(DatanodeInfo otherNode) {
      return node.getDatanodeUuid().equals(otherNode.getDatanodeUuid());
    }

    boolean isYoungerThan(long nanos) {
      return System.nanoTime() - sinceNanos < nanos;
    }
  }

  /** By the id of the block group. */
  private final Map<Long, List<Order>> byGroup = new HashMap<>();

  private static DeletionOrders of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(DeletionOrders.class);
  }

  /**
   * After a node was told, or is about to be told, to delete a replica. One in excess stays known,
   * and marked, until its node has deleted it: there may be millions of those, and they need no
   * order here.
   */
  @Woven
  public static void note(BlockManager blocks, Block replica, DatanodeInfo node) {
    BlockInfo group = groupOf(blocks, replica);
    DatanodeDescriptor known = blocks.getDatanodeManager().getDatanode(node.getDatanodeUuid());
    if (group != null
        && known != null
        && blocks.isPopulatingReplQueues()
        && !blocks.isExcess(known, group)) {
      of(blocks).add(group, new Order(
          known, replica.getBlockId(), replica.getGenerationStamp(), System.nanoTime(),
          new HashSet<>(), new AtomicBoolean()));
    }
  }

  /** The block group that a replica is of, if there is one and this is corrected for it. */
  private static BlockInfo groupOf(BlockManager blocks, Block replica) {
    BlockInfo group =
        BlockIdManager.isStripedBlockID(replica.getBlockId())
            ? blocks.getStoredBlock(replica)
            : null;
    return group != null && isCorrected(blocks, group) ? group : null;
  }

  private static boolean isCorrected(BlockManager blocks, BlockInfo group) {
    return group.isStriped()
        && !group.isDeleted()
        && (BlockInfoDecoupled.isDecoupled(group)
            || UpstreamFix.TARGET_OF_DELETION.isOn(BlockManagerWindow.conf(blocks))
            || DecoupledFile.isComing(group, BlockManagerWindow.fileOf(blocks, group)));
  }

  private synchronized void add(BlockInfo group, Order order) {
    List<Order> orders = byGroup.computeIfAbsent(group.getBlockId(), any -> new ArrayList<>(1));
    orders.removeIf(earlier -> earlier.is(order.node(), order.blockId()));
    orders.add(order);
  }

  /** When a node says that it has deleted a replica, under the namesystem's write lock. */
  @Woven
  public static void confirm(BlockManager blocks, Block replica, DatanodeDescriptor node) {
    if (of(blocks).end(replica.getBlockId(), node, Long.MAX_VALUE)) {
      lookAgain(blocks, replica);
    }
  }

  /**
   * When a node says that it has received a replica, under the namesystem's write lock. A stream
   * that was opened again goes on with a newer stamp: what its node said before is judged as
   * corrupt when it comes late, and the order to delete that is refused by the node without a word.
   */
  @Woven
  public static void receive(BlockManager blocks, Block replica, DatanodeDescriptor node) {
    // Replicas of HDFS's replicated files are reported as well: no order is of one.
    if (BlockIdManager.isStripedBlockID(replica.getBlockId())
        && of(blocks).end(replica.getBlockId(), node, replica.getGenerationStamp() - 1)) {
      lookAgain(blocks, replica);
    }
  }

  /** Ends the order to delete a replica if it has no newer stamp than the given one. */
  private synchronized boolean end(long blockId, DatanodeDescriptor node, long newestStamp) {
    long group = StripedBlockWindow.groupId(blockId);
    List<Order> orders = byGroup.get(group);
    boolean ended =
        orders != null
            && orders.removeIf(order -> order.is(node, blockId) && order.stamp() <= newestStamp);
    if (ended && orders.isEmpty()) {
      byGroup.remove(group);
    }
    return ended;
  }

  /** What was in excess may have been kept for the order. */
  private static void lookAgain(BlockManager blocks, Block replica) {
    BlockInfo group = blocks.getStoredBlock(replica);
    if (group != null && !group.isDeleted()) {
      BlockManagerWindow.postpone(blocks, group);
    }
  }

  /** After a storage was reported in full, under the namesystem's write lock. */
  @Woven
  public static void report(
      BlockManager blocks, DatanodeStorageInfo storage, BlockListAsLongs report) {
    DeletionOrders all = of(blocks);
    List<Order> orders = all.ordersOf(storage.getDatanodeDescriptor());
    if (orders.isEmpty()) {
      return;
    }
    Set<Long> ordered = new HashSet<>();
    orders.forEach(order -> ordered.add(order.blockId()));
    Map<Long, Long> stamps = new HashMap<>();
    for (BlockListAsLongs.BlockReportReplica replica : report) {
      if (ordered.contains(replica.getBlockId())) {
        stamps.put(replica.getBlockId(), replica.getGenerationStamp());
      }
    }
    for (Order order : orders) {
      if (isOver(order, storage, stamps.get(order.blockId()))
          && all.end(order.blockId(), order.node(), Long.MAX_VALUE)) {
        lookAgain(blocks, new Block(order.blockId()));
      }
    }
  }

  private synchronized List<Order> ordersOf(DatanodeDescriptor node) {
    List<Order> found = new ArrayList<>();
    byGroup.values().forEach(
        orders -> orders.stream().filter(order -> order.isOf(node)).forEach(found::add));
    return found;
  }

  /**
   * Under the namesystem's write lock alone.
   *
   * @param stamp of the replica that the storage has; null where it has none
   */
  private static boolean isOver(Order order, DatanodeStorageInfo storage, Long stamp) {
    if (stamp != null) {
      order.storagesWithout().clear();
      return !order.hits(stamp) || order.isPast().get() || !order.isYoungerThan(OLD_NANOS);
    }
    order.storagesWithout().add(storage.getStorageID());
    for (DatanodeStorageInfo each : order.node().getStorageInfos()) {
      if (!order.storagesWithout().contains(each.getStorageID())) {
        return false;
      }
    }
    return true;
  }

  /** Before a node that is known registers again. */
  @Woven
  public static void registersAgain(DatanodeManager nodes, DatanodeDescriptor node) {
    of(DatanodeWindow.blocks(nodes)).ordersOf(node).forEach(order -> order.isPast().set(true));
  }

  /** Forgets the nodes that are gone: they report in full when they return. */
  @Woven
  public static void forget(BlockManager blocks, DatanodeDescriptor node) {
    of(blocks).remove(node);
  }

  private synchronized void remove(DatanodeDescriptor node) {
    for (Iterator<List<Order>> each = byGroup.values().iterator(); each.hasNext(); ) {
      List<Order> orders = each.next();
      orders.removeIf(order -> order.isOf(node));
      if (orders.isEmpty()) {
        each.remove();
      }
    }
  }

  /** Nodes that are no target for a block group. */
  public static Set<Node> nodes(BlockManager blocks, BlockInfo group) {
    return of(blocks).nodes(group, Long.MAX_VALUE);
  }

  /** Those of them that will have deleted what they were told to within seconds. */
  public static Set<Node> nodesFreeSoon(BlockManager blocks, BlockInfo group) {
    return of(blocks).nodes(group, SOON_NANOS);
  }

  private synchronized Set<Node> nodes(BlockInfo group, long youngerThanNanos) {
    Set<Node> nodes = new HashSet<>();
    for (Order order : byGroup.getOrDefault(group.getBlockId(), List.of())) {
      if (order.isYoungerThan(youngerThanNanos)) {
        nodes.add(order.node());
      }
    }
    return nodes;
  }

  /** Adds the nodes to those that may not be chosen for a repair. */
  @Woven
  public static void exclude(BlockManager blocks, BlockInfo group, Set<Node> excluded) {
    excluded.addAll(nodes(blocks, group));
  }

  /** Whether one of the targets of a block group was told meanwhile to delete a replica of it. */
  public static boolean concern(
      BlockManager blocks, BlockInfo group, DatanodeStorageInfo[] targets) {
    Set<Node> nodes = nodes(blocks, group);
    return !nodes.isEmpty()
        && Stream.of(targets).anyMatch(target -> nodes.contains(target.getDatanodeDescriptor()));
  }

  /**
   * Whether none of the replicas of a block group may be chosen as the one too many: a node has a
   * replica, as it said, that it may have been told to delete. The group is looked at again when
   * the order ends.
   */
  @Woven
  public static boolean holdBack(BlockManager blocks, BlockInfo block) {
    if (!(block instanceof BlockInfoStriped group) || !isCorrected(blocks, block)) {
      return false;
    }
    DeletionOrders all = of(blocks);
    for (BlockInfoStriped.StorageAndBlockIndex at : group.getStorageAndIndexInfos()) {
      DatanodeDescriptor node = at.getStorage().getDatanodeDescriptor();
      if (!blocks.isExcess(node, block)
          && all.has(group, group.getBlockId() + at.getBlockIndex(), node)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a node may still delete the block of a group that it is known to have. */
  public static boolean isOutstanding(
      BlockManager blocks, BlockInfo group, DatanodeStorageInfo storage) {
    Block replica = StripedBlockWindow.replicaOn((BlockInfoStriped) group, storage);
    return replica != null
        && of(blocks).has(group, replica.getBlockId(), storage.getDatanodeDescriptor());
  }

  private synchronized boolean has(BlockInfo group, long blockId, DatanodeDescriptor node) {
    return byGroup.getOrDefault(group.getBlockId(), List.of()).stream()
        .anyMatch(order -> order.is(node, blockId) && order.hits(group.getGenerationStamp()));
  }
}
