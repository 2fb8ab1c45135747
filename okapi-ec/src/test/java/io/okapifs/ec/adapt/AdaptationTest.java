package io.okapifs.ec.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.analysis.LossChain;
import io.okapifs.ec.code.CodeRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdaptationTest {

  private static final double TARGET = 1e9;
  private static final Adaptation ADAPTATION = new Adaptation(TARGET);

  private static final Map<Integer, LossChain> RS_WITH_3 =
      Map.of(6, chain(6), 10, chain(10), 15, chain(15), 30, chain(30));

  private static LossChain chain(int k) {
    return new LossChain(CodeRegistry.create("rs", k, 3));
  }

  private static Form rs(int k, double afr) {
    return new Form("RS-" + k + "-3", RS_WITH_3.get(k).mttdlYears(afr, 24), 30L * (k + 3) / k * 64,
        1);
  }

  private static Optional<String> next(int k, double afr) {
    List<Form> others =
        Stream.of(6, 10, 15, 30).filter(other -> other != k).map(each -> rs(each, afr)).toList();
    return ADAPTATION.better(rs(k, afr), others).map(Form::policy);
  }

  private static Form form(String policy, double years, long stored) {
    return new Form(policy, years, stored, 1);
  }

  @Test
  void ratesThatFallMakeGroupsWider() {
    assertThat(next(6, 0.06)).isEmpty();
    assertThat(next(6, 0.03)).contains("RS-10-3");
    assertThat(next(10, 0.02)).contains("RS-15-3");
    assertThat(next(6, 0.01)).contains("RS-30-3");
  }

  @Test
  void ratesThatRiseMakeGroupsNarrower() {
    assertThat(ADAPTATION.isMet(rs(30, 0.02))).isFalse();
    assertThat(next(30, 0.02)).contains("RS-15-3");
    assertThat(next(30, 0.03)).contains("RS-10-3");
    assertThat(next(15, 0.05)).contains("RS-6-3");
  }

  @Test
  void betweenTheTargetAndTwiceTheTargetNothingIsDone() {
    Form now = form("now", TARGET, 100);
    assertThat(ADAPTATION.isMet(now)).isTrue();
    assertThat(ADAPTATION.better(now, List.of(form("cheap", 1.9 * TARGET, 50)))).isEmpty();
    assertThat(ADAPTATION.better(now, List.of(form("cheap", 2 * TARGET, 50)))).isPresent();
  }

  @Test
  void aSavingThatIsSmallIsNoReason() {
    Form now = form("now", TARGET, 1000);
    assertThat(ADAPTATION.better(now, List.of(form("cheap", 9 * TARGET, 981)))).isEmpty();
    assertThat(ADAPTATION.better(now, List.of(form("cheap", 9 * TARGET, 980)))).isPresent();
  }

  @Test
  void belowTheTargetTheCheapestThatIsSafeIsTaken() {
    Form now = form("now", 0.9 * TARGET, 100);
    assertThat(
            ADAPTATION.better(
                now,
                List.of(
                    form("risky", 0.5 * TARGET, 90), form("barely", 1.5 * TARGET, 105),
                    form("safe", 3 * TARGET, 110), form("safest", 9 * TARGET, 150))))
        .map(Form::policy).contains("safe");
  }

  @Test
  void whereNothingReachesTwiceTheTargetTheSafestIsTaken() {
    Form now = form("now", 0.9 * TARGET, 100);
    assertThat(
            ADAPTATION.better(
                now, List.of(form("a", 1.2 * TARGET, 90), form("b", 1.5 * TARGET, 105))))
        .map(Form::policy).contains("b");
    assertThat(ADAPTATION.better(form("now", 0.1 * TARGET, 100), List.of(form("a", 0.5e9, 200))))
        .as("it does not reach the target, and helps").map(Form::policy).contains("a");
    assertThat(ADAPTATION.better(form("now", 0.3 * TARGET, 100), List.of(form("a", 0.5e9, 200))))
        .as("it helps too little").isEmpty();
  }

  @Test
  void aTargetIsPositive() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Adaptation(0))
        .withMessage("a target is above 0: targetYears=0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Adaptation(Double.NaN));
  }

  /** On the same rates, also where the new form turns out safer than was expected. */
  @Test
  void aSecondRunProposesNothing() {
    Random random = TestSeed.random();
    for (int run = 0; run < 50; run++) {
      runTwice(random);
    }
  }

  private static void runTwice(Random random) {
    List<Form> forms = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      double years = TARGET * Math.pow(10, 4 * random.nextDouble() - 2);
      forms.add(form("p" + i, years, 50 + random.nextInt(100)));
    }
    Form now = forms.remove(random.nextInt(6));
    Optional<Form> next = ADAPTATION.better(now, forms);
    if (next.isPresent()) {
      List<Form> others = new ArrayList<>(forms);
      others.remove(next.get());
      others.add(now);
      Form turnedOut =
          form(
              next.get().policy(), next.get().mttdlYears() * (1 + random.nextDouble()),
              next.get().storedBytes());
      assertThat(ADAPTATION.better(turnedOut, others)).isEmpty();
    }
  }
}
