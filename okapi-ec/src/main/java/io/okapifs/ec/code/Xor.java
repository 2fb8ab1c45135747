package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;

/** HDFS's codec "xor": the one parity is the sum of all data members. Any thread may call it. */
public final class Xor {
  /** The codec name. */
  public static final String CODEC = "xor";

  private static final int DATA_MEMBERS_MAX = Gf256.SIZE - 1;

  private Xor() {}

  /**
   * The code with k data members and one parity member.
   *
   * @param k 1..255
   * @param r one, as codecs are asked for k and r
   * @throws UnsupportedCodeException for anything else
   */
  public static ErasureCode create(int k, int r) {
    if (k < 1 || k > DATA_MEMBERS_MAX || r != 1) {
      throw CodeLimits.refusal(CODEC, k, r, "r=1, 1<=k<=" + DATA_MEMBERS_MAX);
    }
    return new CodeBuilder(CODEC, k, r)
        .generator(GfMatrix.of(1, k, (row, column) -> 1))
        .parityShare(before -> GfMatrix.identity(1))
        .mds()
        .build();
  }
}
