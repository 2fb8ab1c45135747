package io.okapifs.bench.stats;

import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A mean and the interval around it that Student's t gives for 95%, as the authors of the papers
 * do it.
 *
 * @param count measurements
 * @param low end of the interval; with one measurement there is none, and all three are the same
 */
public record MeanInterval(int count, double mean, double low, double high) {

  private static final double QUANTILE = 0.975;

  public static MeanInterval of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("measurements expected: count=0");
    }
    int count = values.length;
    double mean = DoubleStream.of(values).average().orElseThrow();
    if (count == 1) {
      return new MeanInterval(1, mean, mean, mean);
    }
    double squares = DoubleStream.of(values).map(value -> (value - mean) * (value - mean)).sum();
    double half =
        new TDistribution(count - 1).inverseCumulativeProbability(QUANTILE)
            * Math.sqrt(squares / (count - 1) / count);
    return new MeanInterval(count, mean, mean - half, mean + half);
  }
}
