package io.okapifs.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class FleetSimulationTest {

  private static final long SEED = 5;

  @Test
  void widerGroupsTolerateLowerFailureRates() {
    // With r = 3 the mean time to the loss of a group is as 1 / (n (n-1) (n-2) (n-3) rate^4).
    assertThat(GroupWidths.tolerated(6)).isCloseTo(0.08, within(1e-9));
    assertThat(GroupWidths.tolerated(10)).isCloseTo(0.0518, within(1e-4));
    assertThat(GroupWidths.tolerated(15)).isCloseTo(0.0360, within(1e-4));
    assertThat(GroupWidths.tolerated(30)).isCloseTo(0.0188, within(1e-4));
  }

  @Test
  void groupsFollowTheRatesAndDoNotGoBackAndForth() {
    assertThat(GroupWidths.next(6, 0.05)).as("met, but not twice").isEqualTo(6);
    assertThat(GroupWidths.next(6, 0.04)).isEqualTo(10);
    assertThat(GroupWidths.next(10, 0.05)).as("still met").isEqualTo(10);
    assertThat(GroupWidths.next(10, 0.053)).isEqualTo(6);
    assertThat(GroupWidths.next(6, 0.01)).isEqualTo(30);
    assertThat(GroupWidths.next(30, 0.02)).isEqualTo(15);
    assertThat(GroupWidths.next(30, 0.07)).isEqualTo(6);
    for (int k : new int[] {6, 10, 15, 30}) {
      for (double rate = 0.005; rate < 0.09; rate += 0.001) {
        int next = GroupWidths.next(k, rate);
        assertThat(GroupWidths.next(next, rate)).as("%s at %s", k, rate).isEqualTo(next);
      }
    }
  }

  @Test
  void aBathtubIsDeepestInTheMiddle() {
    FailureRate rate = new FailureRate(0.05, 0.25, 0.01, 0.04, 6, 5);
    assertThat(rate.perYear(0)).isCloseTo(0.06, within(1e-9));
    assertThat(rate.perYear(2)).isLessThan(0.011);
    assertThat(rate.perYear(6)).isCloseTo(0.05, within(1e-9));
  }

  /**
   * Two random groups of 6 on D disks become one of 12: of 6 members that come second, each lies on
   * one of the 6 disks of the first with probability 6 / D.
   */
  @Test
  void asManyBlocksMoveAsRandomPlacementSays() {
    int disks = 60;
    int files = 2_000;
    Random random = new Random(SEED);
    long moved = 0;
    for (int i = 0; i < files; i++) {
      moved += new FleetFile(disks, false, random).regroup(12);
    }
    double expected = files * FleetFile.BLOCKS / 12 * 6 * 6.0 / disks;
    assertThat((double) moved).isCloseTo(expected, Percentage.withPercentage(3));
  }

  @Test
  void groupsThatAreSplitNeedNoMoves() {
    FleetFile file = new FleetFile(40, false, new Random(SEED));
    assertThat(file.regroup(30)).isPositive();
    assertThat(file.regroup(15)).isZero();
    assertThat(file.k()).isEqualTo(15);
  }

  /** Then regrouping saves exactly the writing of the data. */
  @Test
  void placementThatLooksAheadNeedsNoMoves() {
    FleetSimulation.Totals totals = FleetSimulation.run(100, true, SEED);
    assertThat(totals.transitions()).isPositive();
    assertThat(totals.movedBlocks()).isZero();
    assertThat(totals.rewriteBytes() - totals.regroupBytes()).isEqualTo(totals.dataBytes());
  }

  @Test
  void whatMovesIsReadAndWritten() {
    FleetSimulation.Totals random = FleetSimulation.run(100, false, SEED);
    assertThat(random.movedBlocks()).isPositive();
    assertThat(random.rewriteBytes() - random.regroupBytes())
        .isEqualTo(random.dataBytes() - 2 * random.movedBlocks() * FleetFile.BLOCK_BYTES);
    assertThat(FleetSimulation.run(100, false, SEED)).isEqualTo(random);
  }

  @Test
  void tooFewDisksAreRefused() {
    assertThatThrownBy(() -> FleetSimulation.run(33, false, SEED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("disksPerMake=33, least=34");
  }
}
