package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.plan.RepairPlan;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LessTest extends ErasureCodeContract {
  private static ErasureCode less(int alpha, int k, int r) {
    return Less.create(Less.FAMILY + alpha, alpha, k, r);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(
        less(2, 1, 2), less(2, 3, 2), less(2, 4, 2),
        less(2, 6, 3), less(3, 6, 3), less(4, 4, 4),
        less(2, 8, 4), less(3, 8, 4), less(4, 8, 4),
        less(2, 10, 4), less(3, 10, 4), less(4, 10, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(
        less(2, 125, 2), less(3, 37, 3), less(4, 12, 4), less(5, 6, 5), less(6, 5, 6),
        less(2, 42, 3), less(4, 13, 4), less(5, 15, 5), less(2, 10, 6));
  }

  @Test
  void namesCarryAlpha() {
    assertThat(less(4, 10, 4)).hasToString("LESS4-10-4");
  }

  @Test
  void oneMemberIsRepairedFromOneRunPerHelper() {
    for (ErasureCode code : codes()) {
      LessGroups groups = new LessGroups(code.n(), code.alpha());
      for (int member = 0; member < code.n(); member++) {
        RepairPlan plan = code.repair(members(member), MemberSets.others(members(member), code.n()));
        int groupSize = groups.size(groups.groupOf(member));
        int ownStripe = code.k() + (code.alpha() - 1) * groupSize;
        assertThat(plan.cost()).isEqualTo(Math.min(ownStripe, code.k() * code.alpha()));
        assertThat(plan.seeks()).isEqualTo(plan.helpers().size());
      }
    }
  }

  @Test
  void membersOfOneGroupAreRepairedTogether() {
    ErasureCode code = less(2, 10, 4);
    RepairPlan plan = code.repair(members(0, 3), MemberSets.others(members(0, 3), 14));
    int subStripe = 14 + 5;
    assertThat(plan.cost()).isEqualTo(subStripe - 4);
    assertThat(plan.seeks()).isEqualTo(3 + (subStripe - 4 - 2 * 3));
    RepairPlan apart = code.repair(members(0, 5), MemberSets.others(members(0, 5), 14));
    assertThat(apart.cost()).isEqualTo(20);
  }

  @Test
  void membersThatAreGoneOrDearAreNotRead() {
    ErasureCode code = less(2, 10, 4);
    BitSet available = MemberSets.others(members(0, 7), 14);
    assertThat(code.repair(members(0), available).cost()).isEqualTo(15);
    List<Integer> costs = IntStream.range(0, 14).map(i -> i == 6 || i == 8 ? 9 : 1).boxed().toList();
    RepairPlan plan =
        code.repair(members(0), MemberSets.others(members(0), 14), new HelperCosts(costs));
    assertThat(plan.helpers()).hasSize(11).doesNotContain(6, 8);
  }

  @Test
  void encodingIsSparse() {
    int products =
        less(4, 10, 4).encode().steps().stream()
            .mapToInt(step -> step.targets().size() * step.sources().size())
            .sum();
    assertThat(products).isLessThan(8 * 40);
  }

  /** The widest codes have thousands of coefficients: nothing may be solved over all of them. */
  @Test
  void theWidestCodesPlanAndRunLikeTheOthers() {
    for (ErasureCode code : List.of(less(4, 120, 4), less(3, 123, 4))) {
      List<BitSet> patterns =
          List.of(members(0), members(77), members(code.n() - 1), members(0, 60, 119, 121));
      ErasureCodeChecks.checkErasures(code, patterns, TestSeed.random());
      for (int member = 0; member < code.n(); member++) {
        BitSet lost = members(member);
        RepairPlan plan = code.repair(lost, MemberSets.others(lost, code.n()));
        assertThat(plan.seeks()).isEqualTo(code.k() + code.alpha() - 1);
      }
    }
  }
}
