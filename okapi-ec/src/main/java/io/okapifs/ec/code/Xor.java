package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;

/** HDFS's codec "xor": the one parity is the sum of all data members. */
public final class Xor {
  /** The codec name. */
  public static final String CODEC = "xor";

  static final int MEMBERS_MAX = Gf256.SIZE;

  private Xor() {}

  /** The code with k data members and one parity member. */
  public static ErasureCode create(int k, int r) {
    CodeLimits.check(CODEC, k, r, MEMBERS_MAX);
    if (r != 1) {
      throw CodeLimits.refusal(CODEC, k, r, "r=1");
    }
    return new CodeBuilder(CODEC, k, r)
        .generator(GfMatrix.of(1, k, (row, column) -> 1))
        .parityShare(before -> GfMatrix.identity(1))
        .mds()
        .build();
  }
}
