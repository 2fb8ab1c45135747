package io.okapifs.ec.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.analysis.LossChain;
import io.okapifs.ec.analysis.RepairCosts;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class NodeRatesTest {

  private static final double MTTR = 24;
  private static final double YEAR = 8766;

  private final NodeRates rates =
      new NodeRates(Map.of("a", 0.01, "b", 0.02, "c", 0.03, "d", 0.10));

  @Test
  void membersThatHaveNodesCountWithTheirs() {
    assertThat(rates.mean(List.of("a", "b", "c"), 0, 3)).isCloseTo(0.02, within(1e-12));
  }

  @Test
  void whereAMemberWillLieItIsAsBadAsCanBe() {
    assertThat(rates.mean(List.of("a", "b"), 1, 3)).isCloseTo(0.13 / 3, within(1e-12));
    assertThat(rates.mean(List.of("a", "d"), 1, 3)).isCloseTo(0.14 / 3, within(1e-12));
  }

  @Test
  void membersOnOneNodeWillMove() {
    assertThat(rates.mean(List.of("a", "a"), 0, 2)).isCloseTo(0.11 / 2, within(1e-12));
  }

  @Test
  void aNodeThatIsGoneHasNoMember() {
    assertThat(rates.mean(List.of("a", "gone"), 0, 2)).isCloseTo(0.11 / 2, within(1e-12));
  }

  @Test
  void membersThatAShortGroupLacksAreNeverLost() {
    assertThat(rates.mean(List.of("a", "b"), 0, 6)).isCloseTo(0.005, within(1e-12));
  }

  @Test
  void withTooFewNodesTheWorstCountsAgain() {
    assertThat(rates.mean(List.of("a", "b", "c", "d"), 2, 6))
        .isCloseTo(0.36 / 6, within(1e-12));
  }

  @Test
  void ratesThatAreNoneAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NodeRates(Map.of("a", 0.0)))
        .withMessage("failure rates are above 0: node=a, perYear=0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new NodeRates(Map.of()));
  }

  /** What keeps a second run from proposing anything: the first one expected no less. */
  @Test
  void noPlacementIsWorseThanWasExpected() {
    Random random = TestSeed.random();
    for (int run = 0; run < 50; run++) {
      expectAtMost(random);
    }
  }

  private static void expectAtMost(Random random) {
    Map<String, Double> perYear = new HashMap<>();
    int nodes = 2 + random.nextInt(20);
    for (int node = 0; node < nodes; node++) {
      perYear.put("n" + node, 0.001 + 0.2 * random.nextDouble());
    }
    NodeRates some = new NodeRates(perYear);
    List<String> all = new ArrayList<>(perYear.keySet());
    Collections.shuffle(all, random);
    int data = random.nextInt(nodes);
    int parities = 1 + random.nextInt(4);
    int members = data + parities;
    double expected = some.mean(all.subList(0, data), parities, members);
    List<String> placed = new ArrayList<>(all.subList(0, data));
    for (int parity = 0; parity < parities; parity++) {
      placed.add(all.get(random.nextInt(nodes)));
    }
    assertThat(some.mean(placed, 0, members)).isLessThanOrEqualTo(expected + 1e-12);
  }

  /** Member by member, each with a rate of its own, by the equations of all sets of losses. */
  @Test
  void theMeanRateIsOnTheSafeSide() {
    Random random = TestSeed.random();
    for (int run = 0; run < 20; run++) {
      compareWithExact(random);
    }
  }

  private static void compareWithExact(Random random) {
    ErasureCode code = CodeRegistry.byName("RS-3-2");
    double[] perYear =
        DoubleStream.generate(() -> 0.002 + 0.2 * random.nextDouble()).limit(code.n()).toArray();
    double mean = DoubleStream.of(perYear).average().orElseThrow();
    double ours = new LossChain(code).mttdlYears(mean, MTTR);
    double exact = exactYears(code, perYear);
    assertThat(ours).isLessThan(exact * 1.001);
    assertThat(ours).isGreaterThan(exact / 30);
  }

  private static double exactYears(ErasureCode code, double[] perYear) {
    double single = RepairCosts.of(code, 1).blocks().average();
    int sets = 1 << code.n();
    // Of a set of losses: hours until the loss are time + (1 - loss) * those of the full group.
    double[] time = new double[sets];
    double[] loss = new double[sets];
    for (int lost = sets - 1; lost >= 0; lost--) {
      int count = Integer.bitCount(lost);
      if (count > code.r()) {
        loss[lost] = 1;
        continue;
      }
      double all = count == 0 ? 0 : count == 1 ? code.k() / (MTTR * single) : 1 / MTTR;
      time[lost] = 1;
      for (int member = 0; member < code.n(); member++) {
        if ((lost >> member & 1) == 0) {
          double rate = perYear[member] / YEAR;
          all += rate;
          time[lost] += rate * time[lost | 1 << member];
          loss[lost] += rate * loss[lost | 1 << member];
        }
      }
      time[lost] /= all;
      loss[lost] /= all;
    }
    return time[0] / loss[0] / YEAR;
  }
}
