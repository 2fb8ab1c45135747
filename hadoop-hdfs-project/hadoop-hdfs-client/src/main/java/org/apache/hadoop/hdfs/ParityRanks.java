package org.apache.hadoop.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;

/**
 * In which order a reader uses the parity blocks of a group. A block on its own node costs nothing;
 * any other as much as its node has transfers, by what that told last, and one more where it is on
 * another rack. Of equals each group has another one first, so that all of them are used alike.
 *
 * @param distance 0 to the reader's own node, 2 within its rack
 */
record ParityRanks(Distance distance) {

  private static final int WITHIN_RACK = 2;

  /** An odd number near 2^64 / golden ratio: neighbours among ids get far from each other. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** As HDFS's client counts it. */
  @FunctionalInterface
  interface Distance {
    int to(DatanodeInfo node) throws IOException;
  }

  /**
   * Per parity block, 0 for the one to read first; a block without a node is last.
   *
   * @param r number of parity blocks
   */
  List<Integer> of(LocatedStripedBlock blocks, int r) throws IOException {
    long[] costs = new long[r];
    Arrays.fill(costs, Long.MAX_VALUE);
    DatanodeInfo[] nodes = blocks.getLocations();
    byte[] indices = blocks.getBlockIndices();
    for (int i = 0; i < nodes.length && i < indices.length; i++) {
      if (indices[i] < r) {
        costs[indices[i]] = Math.min(costs[indices[i]], cost(nodes[i]));
      }
    }
    int first = (int) ((blocks.getBlock().getBlockId() * SPREAD >>> Integer.SIZE) % r);
    List<Integer> order = new ArrayList<>();
    IntStream.range(0, r).map(i -> (first + i) % r).forEach(order::add);
    order.sort((a, b) -> Long.compare(costs[a], costs[b]));
    return IntStream.range(0, r).mapToObj(order::indexOf).toList();
  }

  private long cost(DatanodeInfo node) throws IOException {
    int hops = distance.to(node);
    return hops == 0 ? -1 : node.getXceiverCount() + (hops > WITHIN_RACK ? 1L : 0);
  }
}
