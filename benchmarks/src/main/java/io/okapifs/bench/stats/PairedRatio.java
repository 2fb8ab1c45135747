package io.okapifs.bench.stats;

import java.util.Arrays;
import java.util.Random;

/**
 * The median of the ratios of measured pairs, with a bootstrap interval: the pairs are drawn again
 * with replacement, and 95% of the medians that come of it lie inside.
 *
 * <p>Pairs keep out what drifts while a benchmark runs, since both sides of a pair see it.
 *
 * @param pairs how many there were
 * @param low lower bound of the 95% interval
 * @param high upper bound
 */
public record PairedRatio(int pairs, double median, double low, double high) {

  private static final int RESAMPLES = 10_000;
  private static final double OUTSIDE = 0.05;

  /**
   * Compares amounts measured in pairs.
   *
   * @param seed of the resampling, so that the same numbers give the same interval
   * @return of {@code numerators[i] / denominators[i]}
   */
  public static PairedRatio of(double[] numerators, double[] denominators, long seed) {
    if (numerators.length == 0 || numerators.length != denominators.length) {
      throw new IllegalArgumentException(
          "pairs expected: numerators=" + numerators.length + ", denominators="
              + denominators.length);
    }
    double[] ratios = new double[numerators.length];
    for (int i = 0; i < ratios.length; i++) {
      if (!(numerators[i] > 0 && denominators[i] > 0)) {
        throw new IllegalArgumentException(
            "positive amounts expected: pair=" + i + ", numerator=" + numerators[i]
                + ", denominator=" + denominators[i]);
      }
      ratios[i] = numerators[i] / denominators[i];
    }
    double[] medians = resampledMedians(ratios, new Random(seed));
    int cut = (int) Math.round(RESAMPLES * OUTSIDE / 2);
    return new PairedRatio(
        ratios.length, median(ratios), medians[cut], medians[RESAMPLES - 1 - cut]);
  }

  private static double[] resampledMedians(double[] ratios, Random random) {
    double[] medians = new double[RESAMPLES];
    double[] drawn = new double[ratios.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < drawn.length; j++) {
        drawn[j] = ratios[random.nextInt(ratios.length)];
      }
      medians[i] = median(drawn);
    }
    Arrays.sort(medians);
    return medians;
  }

  /** The middle value, or the mean of the two in the middle. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
