package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.repair.RepairReport;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * What the DataNodes have told one NameNode of their repairs, summed. A DataNode tells all that it
 * has counted since it started, so that a notice may come twice; what it had counted before it
 * was restarted stays in the sums. Any thread may call it.
 */
public final class RepairTotals {

  private final Map<String, RepairReport> latestByNode = new HashMap<>();
  private final Map<String, Map<String, Long>> ended = new TreeMap<>();

  public static RepairTotals of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(RepairTotals.class);
  }

  /**
   * Takes the report of a node.
   *
   * @param isKnown whether the NameNode knows a node: what others have counted is kept in sums
   *     alone
   */
  synchronized void put(String node, RepairReport report, Predicate<String> isKnown) {
    RepairReport before = latestByNode.put(node, report);
    if (before == null) {
      forgetOthers(isKnown);
    } else if (before.processStart() != report.processStart()) {
      addAll(ended, before);
    }
  }

  private void forgetOthers(Predicate<String> isKnown) {
    for (Iterator<Map.Entry<String, RepairReport>> each = latestByNode.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<String, RepairReport> latest = each.next();
      if (!isKnown.test(latest.getKey())) {
        addAll(ended, latest.getValue());
        each.remove();
      }
    }
  }

  synchronized int nodes() {
    return latestByNode.size();
  }

  /** By policy and counter. */
  public synchronized Map<String, Map<String, Long>> sums() {
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
