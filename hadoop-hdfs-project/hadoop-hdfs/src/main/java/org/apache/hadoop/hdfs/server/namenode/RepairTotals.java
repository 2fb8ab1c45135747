package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.repair.RepairReport;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the DataNodes have told one NameNode of their repairs, summed. A DataNode tells all that it
 * has counted since it started, so that a notice may come twice; what it had counted before it
 * was restarted stays in the sums. Any thread may call it.
 */
final class RepairTotals {

  private final Map<String, RepairReport> latestByNode = new HashMap<>();
  private final Map<String, Map<String, Long>> ended = new TreeMap<>();

  synchronized void put(String node, RepairReport report) {
    RepairReport before = latestByNode.put(node, report);
    if (before != null && before.processStart() != report.processStart()) {
      addAll(ended, before);
    }
  }

  /** By policy and counter. */
  synchronized Map<String, Map<String, Long>> sums() {
    Map<String, Map<String, Long>> sums = new TreeMap<>();
    ended.forEach((policy, counts) -> sums.put(policy, new TreeMap<>(counts)));
    latestByNode.values().forEach(report -> addAll(sums, report));
    return sums;
  }

  private static void addAll(Map<String, Map<String, Long>> sums, RepairReport report) {
    report.sums().forEach(
        (policy, counts) -> {
          Map<String, Long> sum = sums.computeIfAbsent(policy, any -> new TreeMap<>());
          counts.forEach((counter, count) -> sum.merge(counter, count, Long::sum));
        });
  }
}
