package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * What the repairs under way read from each DataNode, as they are planned, and by that in which
 * order the next one shall read its helpers. A repair is under way until its blocks were reported
 * or nobody waits for them any more.
 *
 * <p>A node costs the bytes that it has yet to send, a block for each transfer that it told with
 * its last heartbeat, and one more where it is not on the rack of the target; a node that others
 * report as slow comes last.
 *
 * <p>Any thread may call it.
 */
public final class HelperLoads {

  private final Map<DatanodeDescriptor, Long> bytes = new HashMap<>();
  private final Deque<Reading> readings = new ArrayDeque<>();

  private record Reading(BlockInfo block, Map<DatanodeDescriptor, Long> bytes) {}

  static HelperLoads of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(HelperLoads.class);
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
    return node.getXceiverCount() + (isFar ? 1L : 0);
  }

  private record Cost(boolean isSlow, long length, long bytes) {

    private static final Comparator<Cost> ORDER =
        Comparator.comparing(Cost::isSlow)
            .thenComparingLong(Cost::length)
            .thenComparingLong(Cost::bytes);
  }

  /**
   * Counts a repair.
   *
   * @param block which is waited for
   * @param read bytes per node
   */
  synchronized void add(
      BlockManager blocks, BlockInfo block, Map<DatanodeDescriptor, Long> read) {
    forgetEnded(blocks);
    readings.add(new Reading(block, Map.copyOf(read)));
    read.forEach((node, more) -> bytes.merge(node, more, HelperLoads::sum));
  }

  /**
   * Drops ended repairs, oldest first, until it meets one that is under way. That one moves to the
   * end of the queue, so that one slow repair does not keep those behind it.
   */
  private void forgetEnded(BlockManager blocks) {
    boolean isUnderWay = false;
    while (!isUnderWay && !readings.isEmpty()) {
      Reading reading = readings.remove();
      isUnderWay = RepairQueueWindow.pending(blocks, reading.block()) > 0;
      if (isUnderWay) {
        readings.add(reading);
      } else {
        reading.bytes().forEach((node, ended) -> bytes.merge(node, -ended, HelperLoads::sum));
      }
    }
  }

  /** None where nothing is left, so that nodes that went are forgotten. */
  private static Long sum(long some, long more) {
    return some + more == 0 ? null : Long.valueOf(some + more);
  }
}
