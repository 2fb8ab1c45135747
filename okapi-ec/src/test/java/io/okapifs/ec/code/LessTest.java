package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.Step;
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
        less(2, 125, 2), less(3, 37, 3), less(2, 12, 4), less(3, 12, 4), less(4, 12, 4),
        less(5, 6, 5), less(6, 5, 6),
        less(2, 19, 4), less(2, 42, 3), less(4, 13, 4), less(5, 15, 5), less(2, 10, 6),
        less(2, 25, 5));
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
        BitSet lost = members(member);
        RepairPlan plan = code.repair(lost, MemberSets.others(lost, code.n()));
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
    List<Integer> costs =
        IntStream.range(0, 14).map(i -> i == 6 || i == 8 ? 9 : 1).boxed().toList();
    RepairPlan plan =
        code.repair(members(0), MemberSets.others(members(0), 14), new HelperCosts(costs));
    assertThat(plan.helpers()).hasSize(11).doesNotContain(6, 8);
  }

  /** Products with other factors than 0 and 1, and sums, per data sub-block. */
  private static double[] work(CodingProgram program, int dataSubBlocks) {
    int width = program.symbolBytes();
    int products = 0;
    int sums = 0;
    for (Step step : program.steps()) {
      for (int row = 0; row < step.targets().size(); row++) {
        for (int column = 0; column < step.sources().size(); column++) {
          int[] rows = IntStream.range(row * width, (row + 1) * width).toArray();
          int[] columns = IntStream.range(column * width, (column + 1) * width).toArray();
          GfMatrix factor = step.coefficients().pick(rows, columns);
          if (factor.equals(GfMatrix.identity(width))) {
            sums++;
          } else if (factor.rank() > 0) {
            products++;
          }
        }
      }
    }
    return new double[] {(double) products / dataSubBlocks, (double) sums / dataSubBlocks};
  }

  @Test
  void narrowCodesAreEncodedStripeByStripe() {
    assertThat(work(less(4, 10, 4).encode(), 40)[0]).isEqualTo(7.6, within(0.05));
    assertThat(work(less(2, 10, 4).encode(), 20)[0]).isEqualTo(6, within(0.05));
  }

  @Test
  void wideCodesMultiplyEverySubBlockOnce() {
    ErasureCode code = less(4, 120, 4);
    double[] encode = work(code.encode(), 480);
    assertThat(encode[0]).isEqualTo(3.13, within(0.02));
    assertThat(encode[1]).isEqualTo(1.2, within(0.1));
    BitSet lost = members(0, 60, 119, 121);
    double[] decode =
        work(code.repair(lost, MemberSets.others(lost, code.n())).program(), 480);
    assertThat(decode[0]).isLessThan(4);
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

  /** Few patterns: these plans take long. That all sets are survived is {@link LessElementTest}'s. */
  @Test
  void codesOfManyParitiesRebuildAsManyMembers() {
    for (ErasureCode code : List.of(less(5, 25, 5), less(4, 13, 7), less(8, 10, 8))) {
      BitSet spread = new BitSet();
      IntStream.range(0, code.r()).forEach(i -> spread.set(i * code.n() / code.r()));
      ErasureCodeChecks.checkErasures(
          code, List.of(members(code.n() - 1), spread), TestSeed.random());
    }
  }
}
