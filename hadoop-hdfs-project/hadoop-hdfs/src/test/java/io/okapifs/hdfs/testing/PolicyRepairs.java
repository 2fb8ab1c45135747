package io.okapifs.hdfs.testing;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;

import io.okapifs.hdfs.datanode.repair.RepairCount;
import io.okapifs.hdfs.datanode.repair.RepairStatistics;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** What the DataNodes of a cluster have counted of the repairs of one policy, summed. */
public record PolicyRepairs(Map<RepairCount, Long> sums) {

  public static PolicyRepairs of(BlockFileCluster cluster, String policy) {
    Map<RepairCount, Long> sums = new EnumMap<>(RepairCount.class);
    for (DataNode node : cluster.mini().getDataNodes()) {
      String source = RepairStatistics.sourceName(policy, node);
      if (DefaultMetricsSystem.instance().getSource(source) != null) {
        MetricsRecordBuilder record = getMetrics(source);
        for (RepairCount count : RepairCount.values()) {
          sums.merge(count, getLongCounter(count.info().name(), record), Long::sum);
        }
      }
    }
    return new PolicyRepairs(sums);
  }

  public long get(RepairCount count) {
    return sums.getOrDefault(count, 0L);
  }

  public PolicyRepairs since(PolicyRepairs before) {
    Map<RepairCount, Long> more = new EnumMap<>(RepairCount.class);
    for (RepairCount count : RepairCount.values()) {
      more.put(count, get(count) - before.get(count));
    }
    return new PolicyRepairs(more);
  }
}
