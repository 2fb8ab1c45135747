package io.okapifs.ec.analysis;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The mean time to data loss (MTTDL) of a parity group, by a Markov chain. A value.
 *
 * <p>State f has f lost members, 0 to r. Each of the n - f live ones is lost at the rate 1 / mttf,
 * independently. A repair begins at once, rebuilds all lost members, and ends at the rate k / (mttr
 * * blocks): its time is proportional to the blocks that it reads. For one loss these are the
 * average over members by the code's plans, for more losses k. A loss more is fatal with the share
 * of sets that cannot be decoded; above 20,000 sets of a size that share is of 20,000 random ones.
 *
 * @param mttfHours mean time until a member is lost
 * @param mttrHours mean time of a repair that reads k blocks
 */
public record Durability(double mttfHours, double mttrHours) {
  /** Of a year. */
  public static final double HOURS = 8766;

  private static final int SETS_MAX = 20_000;

  /**
   * Checks the rates.
   *
   * @throws EcException unless both are positive and finite
   */
  public Durability {
    if (!(mttfHours > 0 && mttrHours > 0) || Double.isInfinite(mttfHours + mttrHours)) {
      throw new EcException(
          "times are positive: mttfHours=" + mttfHours + ", mttrHours=" + mttrHours);
    }
  }

  /** The mean time until a group that has all members cannot be decoded, in hours. */
  public double mttdlHours(ErasureCode code) {
    double blocks = RepairCosts.of(code, 1).blocks().average();
    // With T(f) = time(f) + (1 - loss(f)) * T(0); without differences of nearly equal numbers.
    double time = 0;
    double loss = 1;
    for (int lost = code.r(); lost >= 0; lost--) {
      double failures = (code.n() - lost) / mttfHours;
      double survived = failures * shareSurvived(code, lost);
      double repairs = lost == 0 ? 0 : code.k() / (mttrHours * (lost == 1 ? blocks : code.k()));
      double all = failures + repairs;
      time = (1 + survived * time) / all;
      loss = (failures - survived + survived * loss) / all;
    }
    return time / loss;
  }

  /** Of the sets that are survived with so many losses, how many are with one more. */
  private static double shareSurvived(ErasureCode code, int losses) {
    if (losses >= code.r()) {
      return 0;
    }
    return losses < code.tolerance()
        ? 1
        : shareDecodable(code, losses + 1) / shareDecodable(code, losses);
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
