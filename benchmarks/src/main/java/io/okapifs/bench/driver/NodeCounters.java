package io.okapifs.bench.driver;

import java.lang.reflect.Field;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeMetrics;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableStat;
import org.apache.hadoop.metrics2.util.SampleStat;

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

  /** How often nodes did something whose time they measure. */
  static long times(List<DataNode> nodes, String rate) throws ReflectiveOperationException {
    long times = 0;
    for (DataNode node : nodes) {
      MutableStat stat = (MutableStat) value(DataNodeMetrics.class, rate, node.getMetrics());
      synchronized (stat) {
        SampleStat since = (SampleStat) value(MutableStat.class, "intervalStat", stat);
        times += (long) value(MutableStat.class, "numSamples", stat) + since.numSamples();
      }
    }
    return times;
  }

  static long of(DataNode node, String counter) throws ReflectiveOperationException {
    // The management bean has it, too, but up to ten seconds late.
    return ((MutableCounterLong) value(DataNodeMetrics.class, counter, node.getMetrics())).value();
  }

  private static Object value(Class<?> type, String name, Object owner)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
