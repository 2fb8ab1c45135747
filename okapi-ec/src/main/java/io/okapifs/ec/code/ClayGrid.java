package io.okapifs.ec.code;

import io.okapifs.ec.code.PairCoupling.Pair;
import io.okapifs.ec.field.Gf256;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the symbols of {@link Clay} lie. Nodes form a grid of r rows and as many columns as needed;
 * node y * r + x is in column y. Places that no member takes, between data and parities, are nodes
 * that hold zeros. A plane z is a number with one digit below r per column, the first one most
 * significant; there are alpha = r^ceil((k+r)/r) of them, as in Table 1 of LESS, FAST'26.
 *
 * @param k data members
 * @param r parity members, at least 2
 */
record ClayGrid(int k, int r) {
  private static final int ALPHA_MAX = 1024;

  /** Refuses what has no grid, or one with too many planes. */
  static ClayGrid of(String codec, int k, int r) {
    boolean exists = k >= 1 && r >= 2 && (long) k + 2L * r <= Gf256.SIZE;
    ClayGrid grid = exists ? new ClayGrid(k, r) : null;
    if (!exists || Math.pow(r, grid.columnCount()) > ALPHA_MAX) {
      throw CodeLimits.refusal(
          codec, k, r,
          "k>=1, r>=2, at most " + ALPHA_MAX + " sub-blocks, which are r^ceil((k+r)/r)");
    }
    return grid;
  }

  int columnCount() {
    return (k + r + r - 1) / r;
  }

  int nodeCount() {
    return columnCount() * r;
  }

  /** Nodes before the parities: data members and zeros. */
  int dataNodeCount() {
    return nodeCount() - r;
  }

  int alpha() {
    return weight(-1);
  }

  int symbolCount() {
    return nodeCount() * alpha();
  }

  int node(int member) {
    return member < k ? member : member + dataNodeCount() - k;
  }

  boolean isZero(int node) {
    return node >= k && node < dataNodeCount();
  }

  int member(int node) {
    return node < k ? node : node - dataNodeCount() + k;
  }

  int column(int node) {
    return node / r;
  }

  BitSet nodesOfColumn(int column) {
    BitSet nodes = new BitSet();
    nodes.set(column * r, (column + 1) * r);
    return nodes;
  }

  private int weight(int column) {
    int weight = 1;
    for (int y = column + 1; y < columnCount(); y++) {
      weight *= r;
    }
    return weight;
  }

  private int digit(int plane, int column) {
    return plane / weight(column) % r;
  }

  /** Whether a node's symbol in a plane is stored as it is. */
  boolean isUncoupled(int node, int plane) {
    return digit(plane, column(node)) == node % r;
  }

  /** The node that a node's symbol in a plane is coupled with. */
  int partner(int node, int plane) {
    return column(node) * r + digit(plane, column(node));
  }

  /** The plane of the partner's symbol. */
  int partnerPlane(int node, int plane) {
    int column = column(node);
    return plane + (node % r - digit(plane, column)) * weight(column);
  }

  int symbol(int node, int plane) {
    return node * alpha() + plane;
  }

  /** A coupled symbol and its partner's; the one of the lower node comes first. */
  Pair pair(int node, int plane) {
    int own = symbol(node, plane);
    int other = symbol(partner(node, plane), partnerPlane(node, plane));
    return partner(node, plane) > node ? new Pair(own, other) : new Pair(other, own);
  }

  /** All pairs among the parities. */
  List<Pair> parityPairs() {
    List<Pair> pairs = new ArrayList<>();
    for (int node = dataNodeCount(); node < nodeCount(); node++) {
      for (int plane = 0; plane < alpha(); plane++) {
        if (partner(node, plane) > node) {
          pairs.add(pair(node, plane));
        }
      }
    }
    return pairs;
  }

  /** The planes in which a node's symbols are stored as they are. */
  IntStream uncoupledPlanes(int node) {
    return IntStream.range(0, alpha()).filter(plane -> isUncoupled(node, plane));
  }
}
