package io.okapifs.bench.stats;

import java.util.Random;

/** Measures two things in turn, in each pair in random order, so that neither is always first. */
public final class Interleaving {

  /** One measurement. */
  @FunctionalInterface
  public interface Measurement {

    /**
     * @param pair number of the pair; negative while warming up
     * @return an amount above 0
     */
    double measure(int pair) throws Exception;
  }

  /** What the pairs gave, in their order. */
  public record Pairs(double[] ours, double[] stock) {}

  private Interleaving() {}

  /**
   * Runs both sides.
   *
   * @param warmUps pairs that are run first and not counted
   * @param seed of the order
   */
  public static Pairs run(int pairs, int warmUps, long seed, Measurement ours, Measurement stock)
      throws Exception {
    if (pairs < 1 || warmUps < 0) {
      throw new IllegalArgumentException(
          "pairs out of range: pairs=" + pairs + ", warmUps=" + warmUps);
    }
    Random random = new Random(seed);
    Pairs result = new Pairs(new double[pairs], new double[pairs]);
    for (int pair = -warmUps; pair < pairs; pair++) {
      boolean oursFirst = random.nextBoolean();
      double first = (oursFirst ? ours : stock).measure(pair);
      double second = (oursFirst ? stock : ours).measure(pair);
      if (pair >= 0) {
        result.ours()[pair] = oursFirst ? first : second;
        result.stock()[pair] = oursFirst ? second : first;
      }
    }
    return result;
  }
}
