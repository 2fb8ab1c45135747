package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A simulation of F-MSR (NCCloud): regenerating codes that repair a node from (n-1)/r blocks by
 * storing other bytes than were lost.
 *
 * <p>Theory: the file is k*r pieces, and each of n = k + r nodes keeps r random combinations of
 * them. To replace a node, each other one sends one of its combinations, and r random combinations
 * of these are kept, if after that any k nodes still tell the whole file, and if the same can be
 * done once more for any next node.
 *
 * <p>No node keeps plain data, and what a node keeps changes with every repair. A group would have
 * to carry its coefficients, and every read would be a decode. So this is no {@link ErasureCode}
 * and no policy can name it; the simulation tells its repair traffic.
 *
 * <p>A value: a repair gives a new one.
 *
 * <p>From: NCCloud, FAST'12, with r = 2, and Revisiting Network Coding for Warm Blob Storage,
 * FAST'25, with r = 3, as section 2.2 and Table 1 of LESS, FAST'26, tell them apart: alpha = r, and
 * not systematic.
 */
public final class FunctionalMsr {
  /** What {@link CodeRegistry} refuses, with the reason. */
  static final String CODEC = "fmsr";

  private static final int PARITIES_MIN = 2;
  private static final int PARITIES_MAX = 3;
  private static final int NODES_MAX = 12;
  private static final int ATTEMPTS_MAX = 1000;

  private final int k;
  private final int r;
  private final GfMatrix coefficients;

  private FunctionalMsr(int k, int r, GfMatrix coefficients) {
    this.k = k;
    this.r = r;
    this.coefficients = coefficients;
  }

  /** Why there is no such code to store with. */
  static UnsupportedCodeException refusal(int k, int r) {
    return new UnsupportedCodeException(
        "unsupported code: codec=" + CODEC + ", k=" + k + ", r=" + r + "; a repair stores other"
            + " bytes than were lost, so that coefficients would differ between groups and no"
            + " member would hold plain data; it can be simulated only: class FunctionalMsr");
  }

  /**
   * Random nodes of which any k suffice, and any of which can be repaired.
   *
   * @param k how many nodes suffice, at least one
   * @param r pieces per node, 2 or 3; k + r is at most 12
   * @param random tells the coefficients: equal seeds, equal nodes
   * @throws EcException for other parameters, and when none is found in 1000 attempts
   */
  public static FunctionalMsr create(int k, int r, Random random) {
    if (k < 1 || r < PARITIES_MIN || r > PARITIES_MAX || k + r > NODES_MAX) {
      throw new EcException(
          "not simulated: k=" + k + ", r=" + r + "; simulated: k>=1, r=2 or r=3, k+r<="
              + NODES_MAX);
    }
    return IntStream.range(0, ATTEMPTS_MAX)
        .mapToObj(attempt -> new FunctionalMsr(k, r, randomMatrix((k + r) * r, k * r, random)))
        .filter(code -> code.isMds() && code.isRepairable(random))
        .findFirst()
        .orElseThrow(() -> new EcException("no code found: k=" + k + ", r=" + r));
  }

  private static GfMatrix randomMatrix(int rowCount, int columnCount, Random random) {
    return GfMatrix.of(rowCount, columnCount, (row, column) -> random.nextInt(256));
  }

  /** Number of nodes. */
  public int nodeCount() {
    return k + r;
  }

  /** What the nodes keep, r rows each, over the k*r pieces of the file. */
  public GfMatrix coefficients() {
    return coefficients;
  }

  /** How many blocks a repair reads, a block being what a node keeps. */
  public double repairBlocks() {
    return (double) (nodeCount() - 1) / r;
  }

  /** Whether any k nodes tell the whole file. */
  public boolean isMds() {
    return MemberSets.ofSize(nodeCount(), k).allMatch(this::isWhole);
  }

  private boolean isWhole(BitSet nodes) {
    int[] rows = nodes.stream().flatMap(this::rowsOf).toArray();
    return coefficients.pickRows(rows).rank() == k * r;
  }

  private IntStream rowsOf(int node) {
    return IntStream.range(node * r, (node + 1) * r);
  }

  /**
   * The same file after the node was lost and repaired.
   *
   * @param node 0 .. nodeCount-1
   * @param random tells what is sent and what is kept
   * @throws EcException for other nodes, and when no repair is found in 1000 attempts
   */
  public FunctionalMsr repair(int node, Random random) {
    Members.check(node, nodeCount());
    return IntStream.range(0, ATTEMPTS_MAX)
        .mapToObj(attempt -> attempt(node, random))
        .flatMap(Optional::stream)
        .filter(repaired -> repaired.isRepairable(random))
        .findFirst()
        .orElseThrow(() -> new EcException("no repair found: node=" + node));
  }

  /** Whether a repair of every node can be found; its result need not be repairable again. */
  private boolean isRepairable(Random random) {
    return IntStream.range(0, nodeCount())
        .allMatch(
            node ->
                IntStream.range(0, ATTEMPTS_MAX)
                    .anyMatch(attempt -> attempt(node, random).isPresent()));
  }

  /** A random choice of what the others send and of what is kept of it. */
  private Optional<FunctionalMsr> attempt(int node, Random random) {
    int[] sent =
        IntStream.range(0, nodeCount())
            .filter(helper -> helper != node)
            .map(helper -> helper * r + random.nextInt(r))
            .toArray();
    GfMatrix kept =
        randomMatrix(r, sent.length, random).multiply(coefficients.pickRows(sent));
    FunctionalMsr repaired = new FunctionalMsr(k, r, replaced(node, kept));
    return repaired.isMds() ? Optional.of(repaired) : Optional.empty();
  }

  private GfMatrix replaced(int node, GfMatrix kept) {
    List<Integer> order = new ArrayList<>();
    for (int row = 0; row < coefficients.rowCount(); row++) {
      order.add(row / r == node ? coefficients.rowCount() + row % r : row);
    }
    return coefficients
        .stackedOn(kept)
        .pickRows(order.stream().mapToInt(Integer::intValue).toArray());
  }
}
