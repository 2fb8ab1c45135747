package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Product-matrix MSR codes that repair by transfer (PM-RBT): MDS, alpha = k - 1, and a lost data
 * member is rebuilt from about one sub-block of each of 2k - 2 helpers: two blocks instead of k.
 *
 * <p>Theory: the message is two symmetric alpha x alpha matrices, M = [S1; S2]. Member i has an
 * x_i, all different and with different x_i^alpha, and psi_i = (1, x_i, .., x_i^(2 alpha - 1));
 * phi_i is its first half. Member i keeps the numbers psi_i M phi_f for alpha members f that it
 * helps. So it has what f's repair needs of it at hand, and sends it as it is: from psi_i M phi_f
 * of any 2 alpha helpers follows M phi_f, and by symmetry psi_f M, which is all that f keeps.
 *
 * <p>A data member helps all other data members; parity j those but the one numbered j mod k. Data
 * are plain after a change of the message's basis.
 *
 * <p>From: Having Your Cake and Eating It Too, FAST'15; that n is at least 2k - 1 is also in
 * section 2.2 and Table 1 of LESS, FAST'26.
 */
public final class ProductMatrixRbt {
  /** The codec name. */
  static final String CODEC = "pmrbt";

  private static final int DATA_MEMBERS_MAX = 16;

  private final int k;
  private final int n;
  private final int alpha;

  /** The discrete logarithm of each member's x. */
  private final int[] points;

  private ProductMatrixRbt(int k, int r, int[] points) {
    this.k = k;
    this.n = k + r;
    this.alpha = k - 1;
    this.points = points;
  }

  /** The code with k data members; it needs at least k - 1 parities. */
  static ErasureCode create(int k, int r) {
    return new ProductMatrixRbt(k, r, pointsOf(k, r)).build();
  }

  private static int[] pointsOf(int k, int r) {
    boolean inRange = k >= 2 && k <= DATA_MEMBERS_MAX && r >= k - 1 && r < Gf256.SIZE;
    int[] points = inRange ? points(k + r, k - 1) : new int[0];
    if (points.length < k + r || k + r < 1) {
      throw CodeLimits.refusal(
          CODEC, k, r, "2<=k<=" + DATA_MEMBERS_MAX + ", r>=k-1, k+r<=255/gcd(k-1,255)");
    }
    return points;
  }

  /** The first so many powers of 2 with different powers of theirs. */
  private static int[] points(int count, int alpha) {
    BitSet taken = new BitSet();
    return IntStream.range(0, Gf256.GROUP_ORDER)
        .filter(
            exponent -> {
              int power = exponent * alpha % Gf256.GROUP_ORDER;
              boolean isNew = !taken.get(power);
              taken.set(power);
              return isNew;
            })
        .limit(count)
        .toArray();
  }

  /**
   * How many sub-blocks are sent for a lost member, data or parity, if each helper sends one
   * combination of what it keeps: 2k - 2 helpers send one each. That they can is checked. Our
   * repairs do not do it: each helper would have to read all it has. Any thread may call it.
   *
   * @param k number of data members
   * @param r number of parity members
   * @param lost 0 .. k+r-1
   * @throws UnsupportedCodeException where there is no such code
   */
  public static int combinationsSent(int k, int r, int lost) {
    ProductMatrixRbt code = new ProductMatrixRbt(k, r, pointsOf(k, r));
    Members.check(lost, code.n);
    int[] helpers =
        IntStream.range(0, code.n)
            .filter(helper -> helper != lost)
            .limit(2L * code.alpha)
            .toArray();
    GfMatrix stored = code.stored();
    // Helper i sends psi_i M phi_f for the lost f, whether it keeps that or not.
    GfMatrix sent = code.products(helpers.length, i -> helpers[i], i -> lost);
    for (int i = 0; i < helpers.length; i++) {
      if (code.ofMember(stored, helpers[i]).solveLeft(sent.pickRows(i)).isEmpty()) {
        throw new IllegalStateException("a helper cannot send it: helper=" + helpers[i]);
      }
    }
    if (sent.solveLeft(code.ofMember(stored, lost)).isEmpty()) {
      throw new IllegalStateException("what is sent is not enough: lost=" + lost);
    }
    return sent.rowCount();
  }

  private GfMatrix ofMember(GfMatrix stored, int member) {
    return stored.pickRows(IntStream.range(member * alpha, (member + 1) * alpha).toArray());
  }

  private ErasureCode build() {
    GfMatrix stored = stored();
    int dataSymbols = k * alpha;
    GfMatrix ofData = stored.pickRows(IntStream.range(0, dataSymbols).toArray());
    GfMatrix ofParities = stored.pickRows(IntStream.range(dataSymbols, n * alpha).toArray());
    return new CodeBuilder(CODEC, k, n - k)
        .alpha(alpha)
        .generator(ofParities.multiply(ofData.invert()))
        .repairs(this::ways)
        .mds()
        .build();
  }

  /** The members that this one helps, in the order of its sub-blocks. */
  private int[] helped(int member) {
    int except = member < k ? member : (member - k) % k;
    return IntStream.range(0, k).filter(other -> other != except).toArray();
  }

  /** All sub-blocks over the entries of S1 and S2 on and above the diagonals. */
  private GfMatrix stored() {
    return products(n * alpha, i -> i / alpha, i -> helped(i / alpha)[i % alpha]);
  }

  /** Rows psi_i M phi_f over these entries. */
  private GfMatrix products(int rowCount, IntUnaryOperator member, IntUnaryOperator helped) {
    List<int[]> entries = new ArrayList<>();
    for (int matrix = 0; matrix < 2; matrix++) {
      for (int row = 0; row < alpha; row++) {
        for (int column = row; column < alpha; column++) {
          entries.add(new int[] {matrix, row, column});
        }
      }
    }
    return GfMatrix.of(
        rowCount, entries.size(),
        (i, entry) ->
            coefficient(member.applyAsInt(i), helped.applyAsInt(i), entries.get(entry)));
  }

  /** How often psi_i M phi_f has an entry of M, which stands on both sides of its diagonal. */
  private int coefficient(int member, int helped, int[] entry) {
    int row = entry[1];
    int column = entry[2];
    int lambda = entry[0] * alpha * points[member];
    int sum = Gf256.exp(lambda + points[member] * row + points[helped] * column);
    if (row != column) {
      sum ^= Gf256.exp(lambda + points[member] * column + points[helped] * row);
    }
    return sum;
  }

  /** The sub-block that a helper keeps for this member; some keep none. */
  private Optional<Integer> keptFor(int lost, int helper) {
    int[] helped = helped(helper);
    return IntStream.range(0, alpha).filter(s -> helped[s] == lost).boxed().findFirst();
  }

  /** A lost data member: what 2k - 2 helpers keep for it, or all they have where they do not. */
  private List<RepairWay> ways(RepairRequest request) {
    int lost = request.onlyLost();
    if (lost < 0 || lost >= k || request.available().cardinality() < 2 * alpha) {
      return List.of();
    }
    BitSet reads = new BitSet();
    request.cheapestFirst().stream()
        .map(helper -> readsOf(helper, lost))
        .sorted(Comparator.comparingLong(way -> way.cost(alpha, request.costs())))
        .limit(2L * alpha)
        .forEach(way -> reads.or(way.reads()));
    return List.of(RepairWay.solved(reads));
  }

  private RepairWay readsOf(int helper, int lost) {
    BitSet reads = new BitSet();
    keptFor(lost, helper)
        .ifPresentOrElse(
            subBlock -> reads.set(helper * alpha + subBlock),
            () -> reads.set(helper * alpha, (helper + 1) * alpha));
    return RepairWay.solved(reads);
  }
}
