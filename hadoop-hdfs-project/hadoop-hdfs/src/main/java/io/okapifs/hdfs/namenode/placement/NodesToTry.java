package io.okapifs.hdfs.namenode.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;

/**
 * Nodes among which a better place for one block is looked for: all of a small cluster. Of a large
 * one a few of each rack that its groups have members on, and of some other racks: whether a place
 * is better depends on its rack alone where the node has no member. So a look costs what a group is
 * wide, whatever the cluster. May be called without a lock.
 */
final class NodesToTry {

  /** So many nodes are all tried. */
  private static final int ALL = 128;

  private static final int OTHER_RACKS = 32;
  private static final int PER_RACK = 2;

  private NodesToTry() {}

  /**
   * Such nodes.
   *
   * @param racks that members lie on
   * @param isFree whether a node may take the block; asked for some nodes
   */
  static Stream<DatanodeDescriptor> of(
      BlockManager blocks, Set<String> racks, Predicate<DatanodeDescriptor> isFree) {
    NetworkTopology topology = blocks.getDatanodeManager().getNetworkTopology();
    if (topology.getNumOfLeaves() <= ALL) {
      return nodes(topology.getLeaves(NodeBase.ROOT)).filter(isFree);
    }
    List<String> others = new ArrayList<>(KnownRacks.of(blocks).names());
    others.removeAll(racks);
    Collections.shuffle(others, ThreadLocalRandom.current());
    return Stream.concat(racks.stream(), others.stream().limit(OTHER_RACKS))
        .flatMap(rack -> some(topology, rack, isFree));
  }

  private static Stream<DatanodeDescriptor> some(
      NetworkTopology topology, String rack, Predicate<DatanodeDescriptor> isFree) {
    List<Node> all = topology.getDatanodesInRack(rack);
    if (all == null || all.isEmpty()) {
      return Stream.empty();
    }
    List<Node> nodes = new ArrayList<>(all);
    Collections.rotate(nodes, ThreadLocalRandom.current().nextInt(nodes.size()));
    return nodes(nodes).filter(isFree).limit(PER_RACK);
  }

  private static Stream<DatanodeDescriptor> nodes(List<Node> nodes) {
    return nodes.stream()
        .filter(DatanodeDescriptor.class::isInstance)
        .map(DatanodeDescriptor.class::cast);
  }
}
