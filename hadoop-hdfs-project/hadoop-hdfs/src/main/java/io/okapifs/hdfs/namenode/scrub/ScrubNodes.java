package io.okapifs.hdfs.namenode.scrub;

import io.okapifs.hdfs.namenode.repair.EncodingSlots;
import io.okapifs.hdfs.namenode.repair.NodeStates;
import io.okapifs.hdfs.repair.NodeState;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/**
 * The DataNodes that scrub, as they told when they registered: those of stock HDFS, of older
 * versions and those that are switched off told nothing. A short-lived view.
 */
final class ScrubNodes {

  /** Groups that one DataNode has to compare at a time: one, and one that waits behind it. */
  static final int PER_NODE = 2;

  private final BlockManager blocks;
  private final NodeStates states;
  private final Map<DatanodeDescriptor, Long> bytesPerSecond = new LinkedHashMap<>();

  ScrubNodes(FSNamesystem namesystem) {
    this.blocks = namesystem.getBlockManager();
    this.states = NodeStates.of(namesystem);
    for (DatanodeDescriptor node : DatanodeWindow.live(blocks.getDatanodeManager())) {
      long bytes =
          states.get(node.getDatanodeUuid()).map(NodeState::scrubBytesPerSecond).orElse(0L);
      if (bytes > 0 && node.isInService()) {
        bytesPerSecond.put(node, bytes);
      }
    }
  }

  int count() {
    return bytesPerSecond.size();
  }

  /** Of all of them. */
  long bytesPerSecond() {
    return bytesPerSecond.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether any of them has fewer groups to compare than it may have. */
  boolean haveRoom(ScrubWindow window) {
    return bytesPerSecond.keySet().stream().anyMatch(node -> hasRoom(node, window));
  }

  private static boolean hasRoom(DatanodeDescriptor node, ScrubWindow window) {
    return window.countUnderWay(node.getDatanodeUuid()) < PER_NODE;
  }

  /**
   * Those that may be asked for one more group. None is asked twice between two heartbeats: repairs
   * wait in the same queue. Under the namesystem's write lock.
   */
  Set<DatanodeDescriptor> idle(ScrubWindow window) {
    return bytesPerSecond.keySet().stream()
        .filter(
            node ->
                hasRoom(node, window) && asked(node, window) == 0 && !isBusy(node, window))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * The one of idle DataNodes that shall scrub a group; empty where none may now. One that has a
   * member reads less from others. Under the namesystem's write lock.
   */
  Optional<DatanodeDescriptor> choose(
      ScrubPlan plan, Set<DatanodeDescriptor> idle, ScrubWindow window) {
    if (plan.nodes().stream().anyMatch(node -> isBusy(node, window))) {
      return Optional.empty();
    }
    return leastAsked(plan.nodes().stream().filter(idle::contains), window)
        .or(() -> leastAsked(idle.stream(), window));
  }

  private static Optional<DatanodeDescriptor> leastAsked(
      Stream<DatanodeDescriptor> nodes, ScrubWindow window) {
    return nodes.min(
        Comparator.comparingInt(node -> window.countUnderWay(node.getDatanodeUuid())));
  }

  /** Whether a node repairs, copies or encodes something, or is about to. */
  private boolean isBusy(DatanodeDescriptor node, ScrubWindow window) {
    return DatanodeWindow.waitingTasks(node) > asked(node, window)
        || EncodingSlots.of(blocks).count(blocks, node) > 0
        || states.get(node.getDatanodeUuid()).filter(NodeState::isBusy).isPresent();
  }

  /** Scrubs that a node may not have fetched yet. */
  private static int asked(DatanodeDescriptor node, ScrubWindow window) {
    return window.countAskedSince(node.getDatanodeUuid(), node.getLastUpdateMonotonic());
  }
}
