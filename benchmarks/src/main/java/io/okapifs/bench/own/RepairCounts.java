package io.okapifs.bench.own;

import io.okapifs.hdfs.datanode.repair.RepairCount;
import io.okapifs.hdfs.datanode.repair.RepairStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** What the DataNodes of this JVM have counted of the repairs of a policy. */
final class RepairCounts {

  private RepairCounts() {}

  /** Sums over all nodes; 0 of what none has counted. */
  static Map<RepairCount, Long> of(MiniDFSCluster cluster, String policy) {
    Map<RepairCount, Long> sums = new EnumMap<>(RepairCount.class);
    for (RepairCount count : RepairCount.values()) {
      sums.put(count, 0L);
    }
    for (DataNode node : cluster.getDataNodes()) {
      MetricsSource source =
          DefaultMetricsSystem.instance().getSource(RepairStatistics.sourceName(policy, node));
      if (source != null) {
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        source.getMetrics(collector, true);
        for (MetricsRecord record : collector.getRecords()) {
          add(record, sums);
        }
      }
    }
    return sums;
  }

  private static void add(MetricsRecord record, Map<RepairCount, Long> sums) {
    Map<String, Long> values = new HashMap<>();
    for (AbstractMetric metric : record.metrics()) {
      values.put(metric.name(), metric.value().longValue());
    }
    for (RepairCount count : RepairCount.values()) {
      sums.merge(count, values.getOrDefault(count.info().name(), 0L), Long::sum);
    }
  }
}
