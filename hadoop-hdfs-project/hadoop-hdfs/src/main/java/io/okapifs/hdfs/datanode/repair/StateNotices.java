package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.hdfs.repair.ScrubBandwidth;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Tells NameNodes what a DataNode is and does: when it registers, and later where that changed. Any
 * thread may call it.
 */
final class StateNotices {

  /** Between two looks at whether it does something else. */
  static final int SECONDS = 10;

  private final DataNode node;
  private final UnaryOperator<NodeState> now;
  private final Map<String, RepairNotice> byPool = new ConcurrentHashMap<>();
  private final NodeState idle;

  /** What NameNodes were told since all of them were told of a change. */
  private final Set<NodeState> told = new HashSet<>();

  /**
   * @param now the state of one that does nothing, as it is
   */
  StateNotices(DataNode node, UnaryOperator<NodeState> now) {
    this.node = node;
    this.now = now;
    this.idle = NodeState.idle().scrubbing(ScrubBandwidth.of(node.getConf()));
  }

  /** Tells the NameNodes of a pool, at one of which the DataNode is registered now. */
  void registered(String pool) {
    byPool.computeIfAbsent(pool, this::notice).send();
  }

  private RepairNotice notice(String pool) {
    return new RepairNotice(
        node, OkapiDataNode.of(node), pool,
        report -> report.setNode(tell().toProto()));
  }

  private synchronized NodeState tell() {
    NodeState state = now.apply(idle);
    told.add(state);
    return state;
  }

  /** Also where only one of them was told something else, as when the DataNode registered there. */
  synchronized void tellChange() {
    NodeState state = now.apply(idle);
    if (told.stream().anyMatch(each -> !each.equals(state))) {
      told.clear();
      byPool.values().forEach(RepairNotice::send);
    }
  }
}
