package io.okapifs.ec.analysis;

import io.okapifs.ec.EcException;
import io.okapifs.ec.code.ErasureCode;

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
    return new LossChain(code).mttdlHours(this);
  }
}
