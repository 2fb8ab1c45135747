package io.okapifs.ec.adapt;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The rule by which files get policies that fit the failure rates of their disks. An immutable
 * value.
 *
 * <p>A file below the target gets the cheapest policy that reaches twice the target: that is
 * urgent. A file that is at the target or above it gets a cheaper one that reaches twice the
 * target, where it saves enough. So a file that has got its policy by this rule keeps it until
 * rates have changed: between the target and twice the target nothing is done.
 *
 * @param targetYears mean time until a parity group is lost that each must have, above 0
 */
public record Adaptation(double targetYears) {

  /** A policy must reach so many times the target before files get it. */
  public static final double MARGIN = 2;

  /** Of what a file takes, so much must be saved before it is worth a transition. */
  public static final double WORTH = 0.02;

  private static final int HALVINGS = 40;

  /** The cheapest; of equally cheap ones the safest. */
  private static final Comparator<Form> CHEAPEST =
      Comparator.comparingLong(Form::storedBytes)
          .thenComparing(Comparator.comparingDouble(Form::mttdlYears).reversed())
          .thenComparing(Form::policy);

  private static final Comparator<Form> SAFEST =
      Comparator.comparingDouble(Form::mttdlYears).reversed().thenComparing(CHEAPEST);

  public Adaptation {
    if (!(targetYears > 0) || Double.isInfinite(targetYears)) {
      throw new IllegalArgumentException("a target is above 0: targetYears=" + targetYears);
    }
  }

  /** Whether a form is as safe as is asked for. */
  public boolean isMet(Form form) {
    return form.mttdlYears() >= targetYears;
  }

  /**
   * Which form a file shall get; empty where it keeps the one that it has. Below the target that
   * is so where nothing makes it twice as safe.
   *
   * @param others that it could get, under other policies
   */
  public Optional<Form> better(Form now, List<Form> others) {
    Optional<Form> cheapest =
        others.stream()
            .filter(form -> form.mttdlYears() >= MARGIN * targetYears)
            .min(CHEAPEST);
    if (isMet(now)) {
      return cheapest.filter(form -> form.storedBytes() <= now.storedBytes() * (1 - WORTH));
    }
    return cheapest.or(
        () ->
            others.stream()
                .min(SAFEST)
                .filter(form -> isMet(form) || form.mttdlYears() >= MARGIN * now.mttdlYears()));
  }

  /**
   * The highest failure rate at which the target is met, at most 1.
   *
   * @param mttdlYears by the share of disks that fails per year; it falls
   */
  public double highestRate(DoubleUnaryOperator mttdlYears) {
    double met = 0;
    double high = 1;
    if (mttdlYears.applyAsDouble(high) >= targetYears) {
      return high;
    }
    for (int step = 0; step < HALVINGS; step++) {
      double rate = (met + high) / 2;
      if (mttdlYears.applyAsDouble(rate) >= targetYears) {
        met = rate;
      } else {
        high = rate;
      }
    }
    return met;
  }
}
