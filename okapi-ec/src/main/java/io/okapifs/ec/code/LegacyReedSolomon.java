package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;

/**
 * Reed-Solomon as HDFS's codec "rs-legacy" does it, byte for byte.
 *
 * <p>Theory: read the parities as coefficients of x^0..x^(r-1) and the data as those of
 * x^r..x^(n-1) of one polynomial. It is divisible by (x - 2^0)(x - 2^1)...(x - 2^(r-1)), in other
 * words it vanishes at 2^t for t in 0..r-1:
 *
 * <pre>
 *   sum over i of 2^(i*t) * parity i  =  sum over j of 2^((r+j)*t) * data j        for each t
 *          W x parity                 =          D x data
 * </pre>
 *
 * so the generator is W^-1 x D. Any r columns of [W | D] form a Vandermonde matrix of different
 * points as long as n is at most 255, which makes the code MDS.
 *
 * <p>The right side is additive, and data that lie s positions further count 2^(s*t) times in row
 * t. So parities of several groups become those of the merged group by W^-1 x diag(2^(s*t)) x W.
 *
 * <p>Any thread may call it, and the code that it makes.
 */
public final class LegacyReedSolomon {
  /** The codec name. */
  public static final String CODEC = "rs-legacy";

  static final int MEMBERS_MAX = Gf256.GROUP_ORDER;

  private LegacyReedSolomon() {}

  /**
   * The code with k data and r parity members, k + r at most 255.
   *
   * @param k at least one
   * @param r at least one
   * @throws UnsupportedCodeException for anything else
   */
  public static ErasureCode create(int k, int r) {
    CodeLimits.check(CODEC, k, r, MEMBERS_MAX);
    GfMatrix ofParities = GfMatrix.of(r, r, (t, i) -> Gf256.exp(i * t));
    GfMatrix ofData = GfMatrix.of(r, k, (t, j) -> Gf256.exp((r + j) * t));
    return new CodeBuilder(CODEC, k, r)
        .generator(ofParities.invert().multiply(ofData))
        .parityShare(before -> ofParities.invert().multiply(shifted(ofParities, before)))
        .mds()
        .build();
  }

  /** Syndrome t, of what lies so many positions further. */
  private static GfMatrix shifted(GfMatrix syndromes, int positions) {
    return GfMatrix.of(
        syndromes.rowCount(), syndromes.columnCount(),
        (t, i) -> Gf256.multiply(syndromes.get(t, i), Gf256.exp(positions * t)));
  }
}
