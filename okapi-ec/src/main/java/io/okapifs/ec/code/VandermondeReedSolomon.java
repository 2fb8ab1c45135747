package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;

/**
 * Reed-Solomon with ISA-L's matrix gf_gen_rs_matrix: parity i is the sum over j of 2^(i*j) * data
 * j.
 *
 * <p>Theory: parity 0 is the XOR, and moving data by s members multiplies its share of parity i by
 * 2^(i*s). So the parities of several groups add up to those of the merged group, which is what
 * makes the code convertible. Unlike a Cauchy matrix, not every square submatrix is invertible: the
 * code is MDS up to a width only, found by trying all sets of losses.
 *
 * <p>The Vandermonde code of ISA-L is isa_l_rs_vand in section 3 and Table 1 of A Performance
 * Evaluation of Erasure Coding Libraries, DAIS'16. Any thread may call it.
 */
public final class VandermondeReedSolomon {
  /** The codec name. */
  public static final String CODEC = "rs-vand";

  /** The largest k for r parities, from r = 1 on. */
  private static final int[] DATA_MEMBERS_MAX = {255, 255, 252, 21, 5, 4};

  private VandermondeReedSolomon() {}

  static ErasureCode create(int k, int r) {
    if (k < 1 || r < 1 || r > DATA_MEMBERS_MAX.length || k > DATA_MEMBERS_MAX[r - 1]) {
      throw CodeLimits.refusal(
          CODEC, k, r, "k<=255 for r=1 and r=2, k<=252 for r=3, k<=21 for r=4, k<=5 for r=5, k<=4"
              + " for r=6");
    }
    return new CodeBuilder(CODEC, k, r)
        .generator(GfMatrix.of(r, k, (i, j) -> Gf256.exp(i * j)))
        .parityShare(before -> GfMatrix.of(r, r, (i, j) -> i == j ? Gf256.exp(i * before) : 0))
        .mds()
        .build();
  }
}
