package io.okapifs.hdfs.tools;

import io.okapifs.ec.adapt.NodeRates;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.NodeProto;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The nodes of a cluster that blocks may be written to, with the failure rates of their disks.
 *
 * @param rates by address and port of transfers, as listings of blocks name nodes
 * @param count how many they are
 * @param byRate how many have each line of the table
 */
record AdaptNodes(NodeRates rates, int count, Map<FailureTable.Rate, Integer> byRate) {

  /** Blocks of others are about to leave, or gone. */
  private static final Set<String> IN_SERVICE = Set.of("live", "stale");

  private static final int NAMED = 5;

  /**
   * Asks the NameNode for the nodes; for the superuser.
   *
   * @throws IOException where some have no rate
   */
  static AdaptNodes of(TransitionClient client, FailureTable table) throws IOException {
    return of(NodesCommand.all(client, List.of()), table);
  }

  static AdaptNodes of(List<NodeProto> nodes, FailureTable table) throws IOException {
    Map<String, Double> perYear = new HashMap<>();
    Map<FailureTable.Rate, Integer> byRate = new HashMap<>();
    List<String> without = new ArrayList<>();
    List<NodeProto> inService =
        nodes.stream().filter(node -> IN_SERVICE.contains(node.getState())).toList();
    for (NodeProto node : inService) {
      Optional<FailureTable.Rate> rate =
          table.of(node.getHost(), node.getAddress(), node.getRack());
      if (rate.isEmpty()) {
        without.add(node.getHost() + " (" + node.getAddress() + ", " + node.getRack() + ")");
      } else {
        perYear.put(node.getAddress(), rate.get().perYear());
        byRate.merge(rate.get(), 1, Integer::sum);
      }
    }
    if (!without.isEmpty()) {
      throw new IOException(
          TextView.count(without.size(), "node") + " without a failure rate: "
              + String.join(", ", without.subList(0, Math.min(NAMED, without.size())))
              + (without.size() > NAMED ? " ..." : "")
              + "; a last line '* PERCENT' is for all others");
    }
    if (perYear.isEmpty()) {
      throw new IOException("no DataNode is in service");
    }
    return new AdaptNodes(new NodeRates(perYear), perYear.size(), byRate);
  }
}
