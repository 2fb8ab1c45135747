package io.okapifs.bench.sim;

import java.util.Random;

/**
 * A bathtub: disks fail often while they are young, seldom then, and often again when they wear
 * out. Synthetic; no log of real disks is behind it.
 *
 * @param young share of disks per year that fails beside the others at age 0
 * @param settlingYears in which that falls to 1/e of itself
 * @param useful share per year at every age
 * @param worn share per year that is added at the end of life
 * @param lifeYears when that is
 * @param steepness power of the age by which wear grows
 */
public record FailureRate(
    double young, double settlingYears, double useful, double worn, double lifeYears,
    double steepness) {

  /** One of a make of disks: every number is drawn evenly from a range. */
  static FailureRate draw(Random random) {
    return new FailureRate(
        between(0.03, 0.07, random), between(0.15, 0.35, random), between(0.006, 0.02, random),
        between(0.03, 0.07, random), between(5, 7, random), between(4, 8, random));
  }

  private static double between(double least, double most, Random random) {
    return least + (most - least) * random.nextDouble();
  }

  /** Share of disks of that age that fails per year. */
  public double perYear(double ageYears) {
    return young * Math.exp(-ageYears / settlingYears)
        + useful
        + worn * Math.pow(ageYears / lifeYears, steepness);
  }
}
