package io.okapifs.ec.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import java.util.BitSet;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurabilityTest {
  private static final double MTTF = 1_000_000;
  private static final double MTTR = 24;

  /** RAID-5 with n disks: ((2n - 1) * lambda + mu) / (n * (n - 1) * lambda^2). */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 10, 30})
  void oneParityHasTheTimeOfRaid5(int k) {
    int n = k + 1;
    double lambda = 1 / MTTF;
    double mu = 1 / MTTR;
    double raid5 = ((2 * n - 1) * lambda + mu) / (n * (n - 1) * lambda * lambda);
    double ours = new Durability(MTTF, MTTR).mttdlHours(CodeRegistry.create("xor", k, 1));
    assertThat(ours).isCloseTo(raid5, Percentage.withPercentage(1e-6));
  }

  /** By hand: 2 of 4 with lambda = 1 and mu = 1 per hour, and a repair that brings back all. */
  @Test
  void twoParitiesAreSolvedByHand() {
    // T2 = (1 + T0) / 3, T1 = (1 + 3 T2 + T0) / 4 = (2 + 2 T0) / 4, T0 = (1 + 4 T1) / 4
    // => 4 T0 = 1 + 2 + 2 T0 => T0 = 3 / 2
    double ours = new Durability(1, 1).mttdlHours(CodeRegistry.create("rs", 2, 2));
    assertThat(ours).isCloseTo(1.5, within(1e-12));
  }

  /** Of r + 1 replicas, and of any k of n: written out for chains of 2, 3 and 4 states. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1, 3", "6, 1", "6, 2", "6, 3", "12, 2", "20, 3"})
  void chainsOfReplicasAndOfMdsCodesHaveTheirClosedForm(int k, int r) {
    Random random = TestSeed.random();
    ErasureCode code = CodeRegistry.create("rs", k, r);
    for (int i = 0; i < 50; i++) {
      double mttf = Math.pow(10, 6 * random.nextDouble());
      double mttr = Math.pow(10, 3 * random.nextDouble() - 1);
      assertThat(new Durability(mttf, mttr).mttdlHours(code))
          .as("k=%s, r=%s, mttf=%s, mttr=%s", k, r, mttf, mttr)
          .isCloseTo(closedForm(k + r, r, mttf, mttr), Percentage.withPercentage(1e-6));
    }
  }

  private static double closedForm(int n, int r, double mttf, double mttr) {
    double a = n / mttf;
    double b = (n - 1) / mttf;
    double c = (n - 2) / mttf;
    double d = (n - 3) / mttf;
    double mu = 1 / mttr;
    return switch (r) {
      case 1 -> (b + mu + a) / (a * b);
      case 2 -> ((b + mu) * (c + mu) + a * (c + mu) + a * b) / (a * b * c);
      default ->
          ((b + mu) * (c + mu) * (d + mu) + a * (c + mu) * (d + mu) + a * b * (d + mu) + a * b * c)
              / (a * b * c * d);
    };
  }

  @Test
  void moreParityLongerLivesAndQuickerRepairsKeepDataLonger() {
    Random random = TestSeed.random();
    for (int i = 0; i < 100; i++) {
      int k = 1 + random.nextInt(12);
      int r = 1 + random.nextInt(3);
      double mttf = 100 + 1e6 * random.nextDouble();
      double mttr = 0.1 + 100 * random.nextDouble();
      double hours = rs(k, r, mttf, mttr);
      assertThat(rs(k, r + 1, mttf, mttr)).as("k=%s, r=%s", k, r).isGreaterThan(hours);
      assertThat(rs(k, r, 1.01 * mttf, mttr)).isGreaterThan(hours);
      assertThat(rs(k, r, mttf, 1.01 * mttr)).isLessThan(hours);
      assertThat(rs(k + 1, r, mttf, mttr)).isLessThan(hours);
    }
  }

  private static double rs(int k, int r, double mttf, double mttr) {
    return new Durability(mttf, mttr).mttdlHours(CodeRegistry.create("rs", k, r));
  }

  @Test
  void rareLossesAreTheProductOfTheirRates() {
    ErasureCode rs = CodeRegistry.create("rs", 6, 3);
    double product = MTTF / 9 * (MTTF / 8 / MTTR) * (MTTF / 7 / MTTR) * (MTTF / 6 / MTTR);
    assertThat(new Durability(MTTF, MTTR).mttdlHours(rs))
        .isCloseTo(product, Percentage.withPercentage(0.5));
  }

  @Test
  void aRepairThatReadsLessIsOverSooner() {
    Durability durability = new Durability(MTTF, MTTR);
    double rs = durability.mttdlHours(CodeRegistry.create("rs", 10, 4));
    ErasureCode less = CodeRegistry.create("less4", 10, 4);
    double saved = 10 / RepairCosts.of(less, 1).blocks().average();
    assertThat(durability.mttdlHours(less) / rs)
        .isCloseTo(saved, Percentage.withPercentage(0.5));
  }

  /** Member by member, with the code asked about each set that comes up. */
  @ParameterizedTest
  @ValueSource(strings = {"RS-3-2", "AZURE-LRC2-4-4", "SHEC3-6-4"})
  void aSimulationLosesDataAsOften(String name) {
    ErasureCode code = CodeRegistry.byName(name);
    double mttf = 10;
    double mttr = 4;
    Random random = TestSeed.random();
    int runs = 20_000;
    double hours = 0;
    for (int run = 0; run < runs; run++) {
      hours += timeToLoss(code, mttf, mttr, random);
    }
    assertThat(new Durability(mttf, mttr).mttdlHours(code))
        .isCloseTo(hours / runs, Percentage.withPercentage(5));
  }

  private static double timeToLoss(ErasureCode code, double mttf, double mttr, Random random) {
    double single = RepairCosts.of(code, 1).blocks().average();
    BitSet lost = new BitSet();
    double hours = 0;
    while (code.decodable(MemberSets.others(lost, code.n()))) {
      int count = lost.cardinality();
      double failures = (code.n() - count) / mttf;
      double repairs = count == 0 ? 0 : count == 1 ? code.k() / (mttr * single) : 1 / mttr;
      hours += -Math.log(1 - random.nextDouble()) / (failures + repairs);
      if (random.nextDouble() * (failures + repairs) < repairs) {
        lost.clear();
      } else {
        int more = random.nextInt(code.n() - count);
        BitSet live = MemberSets.others(lost, code.n());
        lost.set(live.stream().skip(more).findFirst().orElseThrow());
      }
    }
    return hours;
  }

  @Test
  void timesThatAreNotPositiveAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Durability(0, 24))
        .withMessage("times are positive: mttfHours=0.0, mttrHours=24.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Durability(1, Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Durability(Double.POSITIVE_INFINITY, 1));
  }
}
