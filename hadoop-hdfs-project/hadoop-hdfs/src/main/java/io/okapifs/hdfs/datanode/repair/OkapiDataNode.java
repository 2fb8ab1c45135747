package io.okapifs.hdfs.datanode.repair;

import java.util.Optional;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/**
 * Everything that this software adds to one DataNode, which holds it in a woven field. Any thread may
 * call it.
 */
public final class OkapiDataNode {

  /** What is woven into every DataNode. */
  public interface Held {
    OkapiDataNode okapi();
  }

  private GroupRepairService repairs;
  private boolean isClosed;

  static OkapiDataNode of(DataNode node) {
    return ((Held) node).okapi();
  }

  /** The repairs, which begin with the first task; behind the end they accept none. */
  synchronized GroupRepairService repairs(DataNode node, float xmitWeight) {
    if (repairs == null) {
      repairs = new GroupRepairService(node, xmitWeight);
      if (isClosed) {
        repairs.shutDown();
      }
    }
    return repairs;
  }

  /** The repairs, if there was a task. */
  synchronized Optional<GroupRepairService> begunRepairs() {
    return Optional.ofNullable(repairs);
  }

  synchronized void close() {
    isClosed = true;
    begunRepairs().ifPresent(GroupRepairService::shutDown);
  }
}
