package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The local reconstruction code of Xorbas: Reed-Solomon parities P first, then one local parity S
 * per group of data members, their XOR. Every member, also a P, is rebuilt from few others.
 *
 * <p>Theory: members 0..k+p-1 (data and P) are a codeword of the code whose check t is the sum of
 * 2^(jt) times member j. Check 0 says that they add up to zero; so do data and all S, hence
 *
 * <pre>
 *   XORBAS5-10-6:   P0 + P1 + P2 + P3 = S0 + S1
 * </pre>
 *
 * <p>which is the parity that need not be stored.
 *
 * <p>From: XORing Elephants, VLDB'13.
 */
final class XorbasLrc {
  /** The codec name without the size of groups. */
  static final String FAMILY = "xorbas";

  /** What it survives is counted, which takes longer the more members there are. */
  private static final int MEMBERS_MAX = 24;

  private XorbasLrc() {}

  /** The code with groups of so many data members; r counts the P and the S. */
  static ErasureCode create(String codec, int groupSize, int k, int r) {
    if (groupSize < 1 || k < 1 || k % groupSize != 0 || (long) r - k / groupSize < 2
        || (long) k + r > MEMBERS_MAX) {
      throw CodeLimits.refusal(
          codec, k, r, FAMILY + "<s> with s dividing k, k/s local parities and r-k/s>=2 others,"
              + " k+r<=" + MEMBERS_MAX);
    }
    int groups = k / groupSize;
    int globals = r - groups;
    GfMatrix locals = GfMatrix.of(groups, k, (group, j) -> j / groupSize == group ? 1 : 0);
    return new CodeBuilder(codec, k, r)
        .generator(globals(k, globals).stackedOn(locals))
        .repairs(new LocalChecks(checks(k, globals, groupSize)))
        .build();
  }

  private static GfMatrix globals(int k, int globals) {
    GfMatrix checks = GfMatrix.of(globals, k + globals, (t, j) -> Gf256.exp(j * t));
    GfMatrix ofParities = checks.pickColumns(IntStream.range(k, k + globals).toArray());
    return ofParities.invert().multiply(checks.pickColumns(IntStream.range(0, k).toArray()));
  }

  /** The groups, what is implied, and the P. */
  private static List<BitSet> checks(int k, int globals, int groupSize) {
    int firstLocal = k + globals;
    List<BitSet> checks = new ArrayList<>();
    BitSet implied = new BitSet();
    implied.set(k, firstLocal + k / groupSize);
    for (int group = 0; group < k / groupSize; group++) {
      BitSet check = new BitSet();
      check.set(group * groupSize, (group + 1) * groupSize);
      check.set(firstLocal + group);
      checks.add(check);
    }
    checks.add(implied);
    for (int parity = k; parity < firstLocal; parity++) {
      BitSet check = new BitSet();
      check.set(0, k);
      check.set(parity);
      checks.add(check);
    }
    return checks;
  }
}
