package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.repair.NodeState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/** What DataNodes told last of themselves. Any thread may call it. */
public final class NodeStates {

  private final Map<String, NodeState> byNode = new HashMap<>();

  public static NodeStates of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(NodeStates.class);
  }

  /**
   * @param isKnown whether the NameNode knows a node: others are forgotten
   */
  public synchronized void put(String node, NodeState state, Predicate<String> isKnown) {
    if (byNode.put(node, state) == null) {
      byNode.keySet().removeIf(isKnown.negate());
    }
  }

  public synchronized Optional<NodeState> get(String node) {
    return Optional.ofNullable(byNode.get(node));
  }
}
