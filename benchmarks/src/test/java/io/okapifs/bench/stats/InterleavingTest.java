package io.okapifs.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InterleavingTest {

  private static Interleaving.Measurement recording(List<String> log, String name, double base) {
    return pair -> {
      log.add(name + pair);
      return base + pair;
    };
  }

  private static List<String> orderOf(long seed) throws Exception {
    List<String> log = new ArrayList<>();
    Interleaving.run(40, 2, seed, recording(log, "ours", 100), recording(log, "stock", 200));
    return log;
  }

  @Test
  void amountsStayWithTheirSideAndPair() throws Exception {
    List<String> log = new ArrayList<>();
    Interleaving.Pairs pairs =
        Interleaving.run(3, 1, 5, recording(log, "ours", 100), recording(log, "stock", 200));
    assertThat(pairs.ours()).containsExactly(100, 101, 102);
    assertThat(pairs.stock()).containsExactly(200, 201, 202);
    assertThat(log).hasSize(8);
    assertThat(log.subList(0, 2)).containsExactlyInAnyOrder("ours-1", "stock-1");
  }

  @Test
  void eachPairIsMeasuredTogetherAndEitherSideIsFirstInMany() throws Exception {
    List<String> log = orderOf(1);
    int oursFirst = 0;
    for (int pair = 0; pair < 40; pair++) {
      List<String> measured = log.subList(4 + 2 * pair, 6 + 2 * pair);
      assertThat(measured).containsExactlyInAnyOrder("ours" + pair, "stock" + pair);
      oursFirst += measured.get(0).startsWith("ours") ? 1 : 0;
    }
    assertThat(oursFirst).isBetween(10, 30);
  }

  @Test
  void theOrderFollowsFromTheSeed() throws Exception {
    assertThat(orderOf(1)).isEqualTo(orderOf(1)).isNotEqualTo(orderOf(2));
  }

  @Test
  void noPairsAreRefused() {
    assertThatThrownBy(() -> Interleaving.run(0, 1, 1, pair -> 1, pair -> 1))
        .hasMessage("pairs out of range: pairs=0, warmUps=1");
  }
}
