package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Shingled erasure codes (SHEC), one layer: every parity covers l data members, and like shingles
 * the parities overlap. One lost member is rebuilt from l others, and about r*l/k losses are
 * survived, not all of any number.
 *
 * <pre>
 *   SHEC3-6-4       d0 d1 d2 d3 d4 d5
 *            p0      x  x  x
 *            p1         x  x  x
 *            p2                x  x  x      (parity i from data member floor(i*k/r) on,
 *            p3      x           x  x        going round)
 * </pre>
 *
 * <p>The coefficient of data member j in parity i is 1/((255-i) XOR j), which so far every tried
 * code bears out: what can be decoded with any coefficients can be decoded with these.
 *
 * <p>Ceph gives c, the number of parities over each data member, instead of l: its parity i ends
 * before data member floor((i+c)*k/r). Where r divides c*k, that is l = c*k/r.
 *
 * <p>From: Erasure Code with Shingled Local Parity Groups, HotDep'14. Section 2.2 has the layout,
 * the estimate r*l/k of the losses survived, the choice of the parities that read least, and as
 * generator that of a Reed-Solomon code with zeros where a parity does not reach; the picture above
 * is the matrix of its Figure 5. What repairs read is in its Tables 1 and 2 (section 2.3).
 */
public final class Shec {
  /** The codec name without l. */
  static final String FAMILY = "shec";

  /** The codec name without c, for the codes of Ceph that have no l. */
  static final String CEPH_FAMILY = "shec-c";

  /** What it survives is counted, which takes longer the more members there are. */
  private static final int MEMBERS_MAX = 20;

  private Shec() {}

  /**
   * Ceph's code with c parities over each data member; that of {@code shec<l>} where it is one.
   *
   * @param k number of data members, at least r
   * @param r number of parity members; k + r is at most 20
   * @param c 1..r; on average, where r does not divide c*k
   * @throws UnsupportedCodeException for anything else
   */
  public static ErasureCode ofCeph(int k, int r, int c) {
    return CodeRegistry.create(CEPH_FAMILY + c, k, r);
  }

  /** The code whose parities cover l data members each. */
  static ErasureCode create(String codec, int l, int k, int r) {
    if (r < 1 || r > k || l > k || (long) r * l < k || (long) k + r > MEMBERS_MAX) {
      throw CodeLimits.refusal(
          codec, k, r, FAMILY + "<l> with 1<=r<=k, l<=k<=r*l, k+r<=" + MEMBERS_MAX);
    }
    return build(codec, k, r, i -> i * k / r, i -> i * k / r + l);
  }

  /** The code whose data members are covered by c parities each, on average. */
  static ErasureCode createOfCeph(String codec, int c, int k, int r) {
    if (c < 1 || c > r || r > k || (long) k + r > MEMBERS_MAX) {
      throw CodeLimits.refusal(
          codec, k, r, CEPH_FAMILY + "<c> with 1<=c<=r<=k, k+r<=" + MEMBERS_MAX);
    }
    if (c * k % r == 0) {
      return CodeRegistry.create(FAMILY + c * k / r, k, r);
    }
    return build(codec, k, r, i -> i * k / r, i -> (i + c) * k / r);
  }

  /** Parity i covers data members first to end, exclusive, going round. */
  private static ErasureCode build(
      String codec, int k, int r, IntUnaryOperator first, IntUnaryOperator end) {
    List<BitSet> checks = IntStream.range(0, r)
        .mapToObj(i -> {
          BitSet check = new BitSet();
          IntStream.range(first.applyAsInt(i), end.applyAsInt(i)).forEach(j -> check.set(j % k));
          check.set(k + i);
          return check;
        })
        .toList();
    GfMatrix generator = GfMatrix.of(
        r, k, (i, j) -> checks.get(i).get(j) ? Gf256.inverse((Gf256.SIZE - 1 - i) ^ j) : 0);
    return new CodeBuilder(codec, k, r)
        .generator(generator)
        .repairs(new LocalChecks(checks))
        .build();
  }
}
