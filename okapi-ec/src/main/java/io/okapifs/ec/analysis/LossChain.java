package io.okapifs.ec.analysis;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The Markov chain of a code's losses, as {@link Durability} describes it: what does not depend on
 * times is worked out once, which takes a while for wide codes that are not MDS. Immutable.
 */
public final class LossChain {

  private static final int SETS_MAX = 20_000;

  private final int n;
  private final int k;
  private final double repairBlocks;
  /** Entry f: of the sets of f losses that are survived, how many are with one more. */
  private final double[] survived;

  public LossChain(ErasureCode code) {
    n = code.n();
    k = code.k();
    repairBlocks = RepairCosts.of(code, 1).blocks().average();
    survived = new double[code.r() + 1];
    for (int losses = 0; losses < code.r(); losses++) {
      survived[losses] =
          losses < code.tolerance()
              ? 1
              : shareDecodable(code, losses + 1) / shareDecodable(code, losses);
    }
  }

  /** The mean time until a group that has all members cannot be decoded, in hours. */
  public double mttdlHours(Durability times) {
    // With T(f) = time(f) + (1 - loss(f)) * T(0); without differences of nearly equal numbers.
    double time = 0;
    double loss = 1;
    for (int lost = survived.length - 1; lost >= 0; lost--) {
      double failures = (n - lost) / times.mttfHours();
      double harmless = failures * survived[lost];
      double repairs =
          lost == 0 ? 0 : k / (times.mttrHours() * (lost == 1 ? repairBlocks : k));
      double all = failures + repairs;
      time = (1 + harmless * time) / all;
      loss = (failures - harmless + harmless * loss) / all;
    }
    return time / loss;
  }

  /**
   * The same in years, by how many of the disks that members lie on fail in a year.
   *
   * @param failuresPerYear as a share, above 0
   * @param mttrHours mean time of a repair that reads k blocks
   * @throws EcException unless both are positive and finite
   */
  public double mttdlYears(double failuresPerYear, double mttrHours) {
    return mttdlHours(new Durability(Durability.HOURS / failuresPerYear, mttrHours))
        / Durability.HOURS;
  }

  private static double shareDecodable(ErasureCode code, int losses) {
    if (losses <= code.tolerance()) {
      return 1;
    }
    BitSet[] sets = sets(code.n(), losses).toArray(BitSet[]::new);
    long decodable =
        Stream.of(sets).filter(lost -> code.decodable(MemberSets.others(lost, code.n()))).count();
    return (double) decodable / sets.length;
  }

  private static Stream<BitSet> sets(int n, int size) {
    double count = 1;
    for (int i = 0; i < size; i++) {
      count = count * (n - i) / (i + 1);
    }
    Random random = new Random(size);
    return Math.rint(count) <= SETS_MAX
        ? MemberSets.ofSize(n, size)
        : Stream.generate(() -> sample(n, size, random)).limit(SETS_MAX);
  }

  private static BitSet sample(int n, int size, Random random) {
    BitSet set = new BitSet();
    while (set.cardinality() < size) {
      set.set(random.nextInt(n));
    }
    return set;
  }
}
