package io.okapifs.bench.driver;

import java.lang.reflect.Field;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What DataNodes count. Any thread may call it. */
final class NodeCounters {

  private NodeCounters() {}

  static long sum(List<DataNode> nodes, String counter) throws ReflectiveOperationException {
    long sum = 0;
    for (DataNode node : nodes) {
      sum += of(node, counter);
    }
    return sum;
  }

  static long of(DataNode node, String counter) throws ReflectiveOperationException {
    // The management bean has it, too, but up to ten seconds late.
    Field field = DataNodeMetrics.class.getDeclaredField(counter);
    field.setAccessible(true);
    return ((MutableCounterLong) field.get(node.getMetrics())).value();
  }
}
