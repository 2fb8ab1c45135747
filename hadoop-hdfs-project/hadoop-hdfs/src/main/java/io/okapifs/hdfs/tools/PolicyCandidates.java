package io.okapifs.hdfs.tools;

import io.okapifs.ec.analysis.Durability;
import io.okapifs.ec.analysis.RepairCosts;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.GroupTolerance;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.tools.Advice.Candidate;
import io.okapifs.hdfs.tools.Advice.Candidates;
import io.okapifs.hdfs.tools.Advice.Transition;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;

/** What the enabled policies of a cluster keep and cost, beside each other. */
final class PolicyCandidates {

  private PolicyCandidates() {}

  /**
   * Those that can be used, by what they take.
   *
   * @param rackOfNode of all live nodes; empty where nobody may know them
   * @param transitions what it takes to bring files to a policy; may give null
   */
  static Candidates of(
      ErasureCodingPolicyInfo[] policies, List<String> rackOfNode, Durability durability,
      Function<ErasureCodingPolicy, Transition> transitions) {
    return new Candidates(
        durability.mttfHours(), durability.mttrHours(),
        enabled(policies)
            .map(
                policy -> candidate(policy, rackOfNode, durability, transitions.apply(policy)))
            .sorted(
                Comparator.comparingDouble(Candidate::storedPerByte)
                    .thenComparing(Candidate::policy))
            .toList());
  }

  /** Those of a cluster that files may get, and whose code this program has. */
  static Stream<ErasureCodingPolicy> enabled(ErasureCodingPolicyInfo[] policies) {
    return Stream.of(policies)
        .filter(ErasureCodingPolicyInfo::isEnabled)
        .map(ErasureCodingPolicyInfo::getPolicy)
        .filter(policy -> !policy.isReplicationPolicy())
        .filter(policy -> PolicyCodecs.refusalOfUse(policy).isEmpty());
  }

  private static Candidate candidate(
      ErasureCodingPolicy policy, List<String> rackOfNode, Durability durability,
      Transition transition) {
    ErasureCode code = PolicyCodecs.codeOf(policy);
    GroupTolerance places =
        rackOfNode.isEmpty() ? null : NodesWarning.tolerance(code, rackOfNode);
    return new Candidate(
        policy.getName(), (double) code.n() / code.k(), code.tolerance(),
        places == null ? null : places.nodes(), places == null ? null : places.racks(),
        durability.mttdlHours(code) / Durability.HOURS,
        RepairCosts.of(code, 1).blocks().average(), transition);
  }
}
