package io.okapifs.hdfs.tools;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.hdfs.layout.GroupTolerance;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/** Says that groups of a policy survive fewer nodes than blocks, where a cluster has too few. */
final class NodesWarning {

  private NodesWarning() {}

  /**
   * @param rackOfNode of all nodes of the cluster; empty where nobody may know them
   * @return empty where each member of a group can have a node of its own
   */
  static Optional<String> of(ErasureCodingPolicy policy, List<String> rackOfNode) {
    ErasureCode code = PolicyCodecs.codeOf(policy);
    if (rackOfNode.isEmpty() || code.n() <= rackOfNode.size()) {
      return Optional.empty();
    }
    return Optional.of(
        "Groups of " + code.n() + " members on " + rackOfNode.size() + " nodes and "
            + new HashSet<>(rackOfNode).size() + " racks survive "
            + tolerance(code, rackOfNode).text());
  }

  /**
   * What groups survive whose members lie as evenly as they can.
   *
   * @param rackOfNode of all nodes of the cluster, at least one
   */
  static GroupTolerance tolerance(ErasureCode code, List<String> rackOfNode) {
    return GroupTolerance.of(
        code, MemberSets.others(new BitSet(), code.n()), spread(code.n(), rackOfNode),
        rackOfNode::get);
  }

  /** Nodes of members that lie as evenly as they can. */
  private static List<List<Integer>> spread(int members, List<String> rackOfNode) {
    int[] onNode = new int[rackOfNode.size()];
    Map<String, Integer> onRack = new HashMap<>();
    List<Integer> nodes = new ArrayList<>();
    for (int node = 0; node < onNode.length; node++) {
      nodes.add(node);
    }
    Comparator<Integer> emptiest =
        Comparator.<Integer>comparingInt(node -> onNode[node])
            .thenComparing(node -> onRack.getOrDefault(rackOfNode.get(node), 0));
    List<List<Integer>> spread = new ArrayList<>();
    for (int member = 0; member < members; member++) {
      int node = Collections.min(nodes, emptiest);
      onNode[node]++;
      onRack.merge(rackOfNode.get(node), 1, Integer::sum);
      spread.add(List.of(node));
    }
    return spread;
  }
}
