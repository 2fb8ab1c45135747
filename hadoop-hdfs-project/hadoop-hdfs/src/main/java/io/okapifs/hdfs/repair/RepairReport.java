package io.okapifs.hdfs.repair;

import io.okapifs.hdfs.protocol.PolicyRepairs;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.RepairSumsProto;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.PolicyRepairsProto;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What one DataNode has counted of the repairs of one namespace: sums by policy and counter. Any
 * thread may use it.
 *
 * @param processStart when the DataNode began to count, milliseconds; counts begin at zero then
 * @param sums by the name of a policy and the name of a counter
 */
public record RepairReport(long processStart, Map<String, Map<String, Long>> sums) {

  /** Counters of a policy in a report that is taken: several times as many as there are. */
  private static final int COUNTERS_MAX = 64;

  public RepairReport {
    Map<String, Map<String, Long>> copy = new TreeMap<>();
    sums.forEach((policy, counts) -> copy.put(policy, Map.copyOf(counts)));
    sums = copy;
  }

  public RepairSumsProto toProto() {
    return RepairSumsProto.newBuilder()
        .setProcessStartMs(processStart)
        .addAllPolicy(PolicyRepairs.toProto(sums))
        .build();
  }

  /** What it says of some policies. */
  public RepairReport of(Predicate<String> policies) {
    Map<String, Map<String, Long>> some = new TreeMap<>(sums);
    some.keySet().removeIf(policies.negate());
    return new RepairReport(processStart, some);
  }

  /**
   * @throws IllegalArgumentException where a policy has more counters than there may be
   */
  public static RepairReport of(RepairSumsProto sums) {
    for (PolicyRepairsProto policy : sums.getPolicyList()) {
      if (policy.getCountCount() > COUNTERS_MAX) {
        throw new IllegalArgumentException(
            "more counters than there are: policy=" + policy.getPolicy() + ", counters="
                + policy.getCountCount() + ", most=" + COUNTERS_MAX);
      }
    }
    return new RepairReport(sums.getProcessStartMs(), PolicyRepairs.of(sums.getPolicyList()));
  }
}
