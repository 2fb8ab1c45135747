package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.NodeState;
import java.util.Map;
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
  private final NodeState idle = NodeState.idle();
  private NodeState told = idle;

  /**
   * @param now the state of one that does nothing, as it is
   */
  StateNotices(DataNode node, UnaryOperator<NodeState> now) {
    this.node = node;
    this.now = now;
  }

  /** Tells the NameNodes of a pool, at one of which the DataNode is registered now. */
  void registered(String pool) {
    byPool.computeIfAbsent(pool, this::notice).send();
  }

  private RepairNotice notice(String pool) {
    return new RepairNotice(
        node, OkapiDataNode.of(node), pool,
        report -> report.setNode(now.apply(idle).toProto()));
  }

  synchronized void tellChange() {
    NodeState state = now.apply(idle);
    if (!state.equals(told)) {
      told = state;
      byPool.values().forEach(RepairNotice::send);
    }
  }
}
