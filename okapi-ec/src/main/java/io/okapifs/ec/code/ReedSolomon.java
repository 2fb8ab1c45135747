package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;

/**
 * Reed-Solomon as HDFS's codec "rs" does it, byte for byte: parity i is the sum over j of
 * data j / ((k + i) XOR j).
 *
 * <p>Theory: the generator is a Cauchy matrix, g[i][j] = 1 / (x_i + y_j) with x_i = k + i and y_j =
 * j. All x and y differ, so no denominator is zero, and every square submatrix of a Cauchy matrix
 * is again one and hence invertible; that makes the code MDS. The x and y are field elements, which
 * limits k + r to 256.
 *
 * <pre>
 *       [          I          ]   rows 0..k-1: the data members themselves
 *   G = [                     ]                                              members = G x data
 *       [ 1 / ((k + i) XOR j) ]   rows k..k+r-1: the parities, i in 0..r-1
 * </pre>
 *
 * <p>Any thread may call it, and the code that it makes.
 */
public final class ReedSolomon {
  /** The codec name. */
  public static final String CODEC = "rs";

  static final int MEMBERS_MAX = Gf256.SIZE;

  private ReedSolomon() {}

  /**
   * The code with k data and r parity members, k + r at most 256.
   *
   * @param k at least one
   * @param r at least one
   * @throws UnsupportedCodeException for anything else
   */
  public static ErasureCode create(int k, int r) {
    CodeLimits.check(CODEC, k, r, MEMBERS_MAX);
    return new CodeBuilder(CODEC, k, r)
        .generator(matrix(k, r))
        .mds()
        .build();
  }

  /** The parity generator. */
  static GfMatrix matrix(int k, int r) {
    return GfMatrix.of(r, k, (row, column) -> Gf256.inverse((k + row) ^ column));
  }
}
