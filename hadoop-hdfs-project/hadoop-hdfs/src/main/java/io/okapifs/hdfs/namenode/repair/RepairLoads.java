package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.util.Time;

/**
 * What the repairs under way read from each DataNode, as they are planned, and where they write. By
 * that the next one reads its helpers in order, and finds a target that has nothing to do. A repair
 * counts from the moment when its target is chosen: many are planned before the first one is handed
 * out. It counts until its blocks were reported or nobody waits for them any more.
 *
 * <p>A node costs the bytes that it has yet to send, a block for each transfer that it told with
 * its last heartbeat, one for each task that it has yet to fetch, and one more where it is not on
 * the rack of the target; a node that others report as slow comes last.
 *
 * <p>Any thread may call it.
 */
public final class RepairLoads {

  /** A plan that was not handed out by then was dropped. */
  private static final long PLANNED_MILLIS = 10_000;

  /** More targets are not avoided: a choice must not take long where many nodes are at work. */
  private static final int AVOIDED = 100;

  private final LongSupplier millis;
  private final Map<DatanodeDescriptor, Long> bytes = new HashMap<>();
  private final Deque<Load> loads = new ArrayDeque<>();

  /** A repair that is planned or under way. */
  static final class Load {
    private final BlockInfo block;
    private final Map<DatanodeDescriptor, Long> bytes;
    private final List<DatanodeStorageInfo> targets;
    private final long plannedMillis;
    private boolean isHandedOut;
    private boolean isDropped;

    private Load(
        BlockInfo block, Map<DatanodeDescriptor, Long> bytes, List<DatanodeStorageInfo> targets,
        long plannedMillis) {
      this.block = block;
      this.bytes = bytes;
      this.targets = targets;
      this.plannedMillis = plannedMillis;
    }
  }

  public RepairLoads() {
    this(Time::monotonicNow);
  }

  RepairLoads(LongSupplier millis) {
    this.millis = millis;
  }

  static RepairLoads of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(RepairLoads.class);
  }

  /** Bytes that a node has yet to send to repairs. */
  synchronized long of(BlockManager blocks, DatanodeDescriptor node) {
    forgetEnded(blocks);
    return bytes.getOrDefault(node, 0L);
  }

  /**
   * The rank of each source, 0 for the one to read first; equals have equal ranks. A shorter
   * replica comes before all that only cost less, so that no repair reads more for its ranks.
   *
   * @param target the node that repairs
   * @param blockLength bytes of a block of the group
   */
  synchronized List<Integer> ranks(
      BlockManager blocks, List<GroupMembers.Source> sources, DatanodeDescriptor target,
      long blockLength) {
    forgetEnded(blocks);
    Set<String> slow = blocks.getDatanodeManager().getSlowPeersUuidSet();
    List<Cost> costs =
        sources.stream()
            .map(
                source ->
                    new Cost(
                        slow.contains(source.node().getDatanodeUuid()),
                        source.replica().lengthBytes(),
                        bytes.getOrDefault(source.node(), 0L)
                            + transfers(source.node(), target) * blockLength))
            .toList();
    List<Cost> ascending = costs.stream().distinct().sorted(Cost.ORDER).toList();
    return costs.stream().map(ascending::indexOf).toList();
  }

  private static long transfers(DatanodeDescriptor node, DatanodeDescriptor target) {
    boolean isFar = !node.getNetworkLocation().equals(target.getNetworkLocation());
    return node.getXceiverCount() + DatanodeWindow.waitingTasks(node) + (isFar ? 1L : 0);
  }

  private record Cost(boolean isSlow, long length, long bytes) {

    private static final Comparator<Cost> ORDER =
        Comparator.comparing(Cost::isSlow)
            .thenComparingLong(Cost::length)
            .thenComparingLong(Cost::bytes);
  }

  /** Where repairs write, of some of them at least. */
  synchronized List<DatanodeStorageInfo> targets(BlockManager blocks) {
    forgetEnded(blocks);
    return loads.stream()
        .filter(load -> isUnderWay(blocks, load))
        .flatMap(load -> load.targets.stream())
        .distinct()
        .limit(AVOIDED)
        .toList();
  }

  /**
   * Counts a repair whose targets are chosen.
   *
   * @param block which will be waited for
   * @param read bytes per node
   */
  synchronized Load plan(
      BlockManager blocks, BlockInfo block, Map<DatanodeDescriptor, Long> read,
      List<DatanodeStorageInfo> targets) {
    forgetEnded(blocks);
    Load load =
        new Load(block, Map.copyOf(read), List.copyOf(targets), millis.getAsLong());
    loads.add(load);
    read.forEach((node, more) -> bytes.merge(node, more, RepairLoads::sum));
    return load;
  }

  /** From now on it counts as long as its block is waited for. */
  synchronized void handOut(Load load) {
    load.isHandedOut = true;
  }

  /** It counts no more. */
  synchronized void drop(Load load) {
    if (!load.isDropped) {
      load.isDropped = true;
      subtract(load);
    }
  }

  /**
   * Drops ended repairs, oldest first, until it meets one that is under way. That one moves to the
   * end of the queue, so that one slow repair does not keep those behind it.
   */
  private void forgetEnded(BlockManager blocks) {
    boolean isUnderWay = false;
    while (!isUnderWay && !loads.isEmpty()) {
      Load load = loads.remove();
      isUnderWay = isUnderWay(blocks, load);
      if (isUnderWay) {
        loads.add(load);
      } else {
        drop(load);
      }
    }
  }

  private void subtract(Load load) {
    load.bytes.forEach((node, ended) -> bytes.merge(node, -ended, RepairLoads::sum));
  }

  private boolean isUnderWay(BlockManager blocks, Load load) {
    return load.isHandedOut
        ? RepairQueueWindow.pending(blocks, load.block) > 0
        : !load.isDropped && millis.getAsLong() - load.plannedMillis < PLANNED_MILLIS;
  }

  /** None where nothing is left, so that nodes that went are forgotten. */
  private static Long sum(long some, long more) {
    return some + more == 0 ? null : Long.valueOf(some + more);
  }
}
