package io.okapifs.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PairedRatioTest {

  private static final int TRIALS = 200;

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void pairsOfOneRatioLeaveNoDoubt() {
    PairedRatio ratio =
        PairedRatio.of(new double[] {2, 4, 100}, new double[] {1, 2, 50}, 1);
    assertThat(ratio).isEqualTo(new PairedRatio(3, 2, 2, 2));
  }

  @Test
  void theMedianOfFewRatiosLiesBetweenTheMostExtremeOnes() {
    // Of three values the least is the median of 7 in 27 resamples, more than the 2.5% cut off.
    PairedRatio ratio = PairedRatio.of(new double[] {3, 1, 2}, ones(3), 1);
    assertThat(ratio).isEqualTo(new PairedRatio(3, 2, 1, 3));
  }

  @Test
  void theIntervalIsThatOfTheOrderStatistics() {
    double[] ratios = new double[101];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = 1 + i;
    }
    PairedRatio ratio = PairedRatio.of(ratios, ones(101), 7);
    // 95% of binomial(101, 1/2) lies within 50.5 +- 1.96 * 5.02.
    assertThat(ratio.median()).isEqualTo(51);
    assertThat(ratio.low()).isCloseTo(51 - 9.8, within(1.5));
    assertThat(ratio.high()).isCloseTo(51 + 9.8, within(1.5));
  }

  @Test
  void theSameSeedGivesTheSameInterval() {
    double[] ratios = new Random(3).doubles(20, 0.5, 1.5).toArray();
    assertThat(PairedRatio.of(ratios, ones(20), 4)).isEqualTo(PairedRatio.of(ratios, ones(20), 4));
  }

  @Test
  void theIntervalHoldsTheTruthAboutAsOftenAsItSays() {
    Random random = new Random(20251013);
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      double[] ratios = new double[20];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = Math.exp(random.nextGaussian() * 0.1);
      }
      PairedRatio ratio = PairedRatio.of(ratios, ones(20), trial);
      held += ratio.low() <= 1 && 1 <= ratio.high() ? 1 : 0;
    }
    assertThat(held).isBetween((int) (TRIALS * 0.90), (int) (TRIALS * 0.995));
  }

  @Test
  void whatIsNoPairOfAmountsIsRefused() {
    assertThatThrownBy(() -> PairedRatio.of(new double[0], new double[0], 1))
        .hasMessage("pairs expected: numerators=0, denominators=0");
    assertThatThrownBy(() -> PairedRatio.of(new double[] {1, 2}, new double[] {1}, 1))
        .hasMessage("pairs expected: numerators=2, denominators=1");
    assertThatThrownBy(() -> PairedRatio.of(new double[] {1}, new double[] {0}, 1))
        .hasMessage("positive amounts expected: pair=0, numerator=1.0, denominator=0.0");
    assertThatThrownBy(() -> PairedRatio.of(new double[] {Double.NaN}, new double[] {1}, 1))
        .hasMessage("positive amounts expected: pair=0, numerator=NaN, denominator=1.0");
  }
}
