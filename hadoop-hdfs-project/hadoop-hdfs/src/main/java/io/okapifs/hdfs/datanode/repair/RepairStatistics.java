package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.RepairReport;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * The repairs of one DataNode, summed per policy and shown by its metrics system under {@link
 * #sourceName}, and told to the NameNodes. Any thread may call it.
 */
public final class RepairStatistics {

  private static final String RECORD = "GroupRepairs";

  private final DataNode node;
  private final Map<String, RepairCounters> byPolicy = new ConcurrentHashMap<>();
  private final Map<String, Pool> byPool = new ConcurrentHashMap<>();
  private final long startMillis = System.currentTimeMillis();

  /** What the NameNodes of one block pool are told. */
  private record Pool(Map<String, RepairCounters> byPolicy, RepairNotice notice) {}

  RepairStatistics(DataNode node) {
    this.node = node;
  }

  /** The name of the metrics of a policy on a node. */
  public static String sourceName(String policy, DataNode node) {
    // In one JVM the nodes of a test share the metrics system; HDFS's names end with the port, too.
    return RECORD + "-" + policy + "-" + node.getDisplayName().replace(':', '-');
  }

  void add(String blockPool, String policy, RepairCounters repair) {
    byPolicy.computeIfAbsent(policy, this::register).addAll(repair);
    Pool pool = byPool.computeIfAbsent(blockPool, this::newPool);
    pool.byPolicy.computeIfAbsent(policy, any -> new RepairCounters()).addAll(repair);
    pool.notice.send();
  }

  private Pool newPool(String blockPool) {
    Map<String, RepairCounters> sums = new ConcurrentHashMap<>();
    return new Pool(
        sums,
        new RepairNotice(
            node, OkapiDataNode.of(node), blockPool,
            report -> report.setRepairs(report(sums).toProto())));
  }

  private RepairReport report(Map<String, RepairCounters> sums) {
    Map<String, Map<String, Long>> named = new TreeMap<>();
    sums.forEach((policy, counters) -> named.put(policy, counters.byName()));
    return new RepairReport(startMillis, named);
  }

  private RepairCounters register(String policy) {
    RepairCounters counters = new RepairCounters();
    DefaultMetricsSystem.instance().register(
        sourceName(policy, node), "Repairs of groups with policy " + policy,
        (MetricsSource) (collector, all) -> collect(collector, policy, counters));
    return counters;
  }

  private static void collect(MetricsCollector collector, String policy, RepairCounters counters) {
    MetricsRecordBuilder record = collector.addRecord(RECORD);
    record.setContext("dfs").tag(Interns.info("Policy", "Policy of the groups"), policy);
    for (RepairCount count : RepairCount.values()) {
      record.addCounter(count.info(), counters.get(count));
    }
  }

  void close() {
    byPolicy.keySet().forEach(
        policy -> DefaultMetricsSystem.instance().unregisterSource(sourceName(policy, node)));
  }
}
