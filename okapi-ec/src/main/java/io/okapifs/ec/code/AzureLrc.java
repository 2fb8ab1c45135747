package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Azure's local reconstruction codes: l groups of consecutive data members with a local parity
 * each, their XOR, and global parities over all data. One lost member of a group is rebuilt from
 * the rest of its group. Any set of losses is survived that has one member more than there are
 * globals.
 *
 * <pre>
 *   AZURE-LRC2-6-4:   d0 d1 d2 | d3 d4 d5      l0 = d0+d1+d2, l1 = d3+d4+d5      g0 g1
 * </pre>
 *
 * <p>Theory: with up to two globals, global t is the sum of a^(t+1) * d, where the x-th member of
 * group i has a = 2^(i + 17x). Powers of 2^17 are the subfield GF(16), so all a of one group lie in
 * one coset of it, sums of two of them lie there too, and no sum of one group is a sum of another:
 * the code survives whatever any code of this shape can. There are 17 cosets with 15 elements.
 *
 * <p>Otherwise the rows of a Cauchy matrix whose first row is all ones are split: the ones among
 * the groups, the others are the globals. All parities together are then at least as good as
 * Reed-Solomon with one parity more than there are globals.
 *
 * <p>From: Erasure Coding in Windows Azure Storage, ATC'12; Azure-LRC in section 2.2 and Table 1 of
 * LESS, FAST'26.
 */
final class AzureLrc {
  /** The codec name without the number of groups. */
  static final String FAMILY = "azure-lrc";

  private static final int COSETS = 17;
  private static final int COSET_SIZE = 15;

  private final int k;
  private final int groups;
  private final int globals;

  private AzureLrc(int k, int groups, int globals) {
    this.k = k;
    this.groups = groups;
    this.globals = globals;
  }

  /** The code with so many local groups; r counts local and global parities. */
  static ErasureCode create(String codec, int groups, int k, int r) {
    if (groups < 1 || groups > k || r <= groups || (long) k + r - groups + 1 > Gf256.SIZE) {
      throw CodeLimits.refusal(
          codec, k, r, FAMILY + "<l> with 1<=l<=k local parities and r-l>=1 global ones, k+r-l<="
              + (Gf256.SIZE - 1));
    }
    return new AzureLrc(k, groups, r - groups).build(codec);
  }

  private ErasureCode build(String codec) {
    return new CodeBuilder(codec, k, groups + globals)
        .generator(locals().stackedOn(isSubfieldEnough() ? cosets() : cauchy()))
        .repairs(new LocalChecks(checks()))
        .tolerance(globals + 1)
        .build();
  }

  /** The first k mod l groups have one member more. */
  private int first(int group) {
    return group * (k / groups) + Math.min(group, k % groups);
  }

  private int groupOf(int member) {
    return IntStream.range(0, groups).filter(g -> member < first(g + 1)).findFirst().orElseThrow();
  }

  private GfMatrix locals() {
    return GfMatrix.of(groups, k, (group, member) -> groupOf(member) == group ? 1 : 0);
  }

  private boolean isSubfieldEnough() {
    return globals <= 2 && groups <= COSETS && first(1) <= COSET_SIZE;
  }

  private GfMatrix cosets() {
    return GfMatrix.of(
        globals, k,
        (t, member) -> {
          int group = groupOf(member);
          return Gf256.exp((group + COSETS * (member - first(group))) * (t + 1));
        });
  }

  private GfMatrix cauchy() {
    return GfMatrix.of(
        globals, k,
        (t, member) ->
            Gf256.multiply(Gf256.inverse((k + t + 1) ^ member), k ^ member));
  }

  private List<BitSet> checks() {
    List<BitSet> checks = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      checks.add(check(first(group), first(group + 1), k + group));
    }
    for (int global = 0; global < globals; global++) {
      checks.add(check(0, k, k + groups + global));
    }
    return checks;
  }

  private static BitSet check(int firstData, int endData, int parity) {
    BitSet check = new BitSet();
    check.set(firstData, endData);
    check.set(parity);
    return check;
  }
}
