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
  private final Map<String, RepairTally> byPolicy = new ConcurrentHashMap<>();
  private final Map<String, Pool> byPool = new ConcurrentHashMap<>();
  private final long startMillis = System.currentTimeMillis();

  /** What the NameNodes of one block pool are told. */
  private record Pool(Map<String, RepairTally> byPolicy, RepairNotice notice) {}

  RepairStatistics(DataNode node) {
    this.node = node;
  }

  /** The name of the metrics of a policy on a node. */
  public static String sourceName(String policy, DataNode node) {
    // In one JVM the nodes of a test share the metrics system; HDFS's names end with the port, too.
    return RECORD + "-" + policy + "-" + node.getDisplayName().replace(':', '-');
  }

  void add(String blockPool, String policy, RepairTally repair) {
    byPolicy.computeIfAbsent(policy, this::register).addAll(repair);
    Pool pool = byPool.computeIfAbsent(blockPool, this::newPool);
    pool.byPolicy.computeIfAbsent(policy, any -> new RepairTally()).addAll(repair);
    pool.notice.send();
  }

  private Pool newPool(String blockPool) {
    Map<String, RepairTally> sums = new ConcurrentHashMap<>();
    return new Pool(
        sums,
        new RepairNotice(
            node, OkapiDataNode.of(node), blockPool,
            report -> report.setRepairs(report(sums).toProto())));
  }

  private RepairReport report(Map<String, RepairTally> sums) {
    Map<String, Map<String, Long>> named = new TreeMap<>();
    sums.forEach((policy, tally) -> named.put(policy, tally.byName()));
    return new RepairReport(startMillis, named);
  }

  private RepairTally register(String policy) {
    RepairTally tally = new RepairTally();
    DefaultMetricsSystem.instance().register(
        sourceName(policy, node), "Repairs of groups with policy " + policy,
        (MetricsSource) (collector, all) -> collect(collector, policy, tally));
    return tally;
  }

  private static void collect(MetricsCollector collector, String policy, RepairTally tally) {
    MetricsRecordBuilder record = collector.addRecord(RECORD);
    record.setContext("dfs").tag(Interns.info("Policy", "Policy of the groups"), policy);
    for (RepairCount count : RepairCount.values()) {
      record.addCounter(count.info(), tally.get(count));
    }
  }

  void close() {
    byPolicy.keySet().forEach(
        policy -> DefaultMetricsSystem.instance().unregisterSource(sourceName(policy, node)));
  }
}
