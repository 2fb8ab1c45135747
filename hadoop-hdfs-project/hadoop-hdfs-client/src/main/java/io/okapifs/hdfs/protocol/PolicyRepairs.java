package io.okapifs.hdfs.protocol;

import io.okapifs.hdfs.protocol.proto.OkapiTypes.PolicyRepairsProto;
import io.okapifs.hdfs.protocol.proto.OkapiTypes.PolicyRepairsProto.CountProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums of what is counted of repairs, by policy and counter, as messages and as maps. */
public final class PolicyRepairs {

  private PolicyRepairs() {}

  /** In the order of the names. */
  public static List<PolicyRepairsProto> toProto(Map<String, Map<String, Long>> sums) {
    List<PolicyRepairsProto> all = new ArrayList<>();
    new TreeMap<>(sums).forEach((policy, counts) -> {
      PolicyRepairsProto.Builder one = PolicyRepairsProto.newBuilder().setPolicy(policy);
      new TreeMap<>(counts).forEach(
          (name, sum) -> one.addCount(CountProto.newBuilder().setName(name).setSum(sum)));
      all.add(one.build());
    });
    return all;
  }

  /** What is there twice counts as it comes last. */
  public static Map<String, Map<String, Long>> of(List<PolicyRepairsProto> all) {
    Map<String, Map<String, Long>> sums = new TreeMap<>();
    for (PolicyRepairsProto one : all) {
      Map<String, Long> counts = sums.computeIfAbsent(one.getPolicy(), any -> new TreeMap<>());
      one.getCountList().forEach(count -> counts.put(count.getName(), count.getSum()));
    }
    return sums;
  }
}
