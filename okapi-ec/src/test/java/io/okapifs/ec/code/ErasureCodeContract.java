package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.okapifs.ec.TestSeed;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every code must do; a concrete test names the codes. */
abstract class ErasureCodeContract {
  private static final int SAMPLED_ERASURES = 40;

  /** Of codes with at most so many members each is repaired, even if not every set is tried. */
  private static final int REPAIRED_ONE_BY_ONE_MAX = 32;

  private final Random random = TestSeed.random();

  /** Codes small enough to try every erasure. */
  abstract List<ErasureCode> codes();

  /** Codes of which some erasures are tried. */
  List<ErasureCode> wideCodes() {
    return List.of();
  }

  static BitSet members(int... members) {
    return MemberSets.of(members);
  }

  @Test
  void everyErasureIsRepairedOrRefused() {
    for (ErasureCode code : codes()) {
      ErasureCodeChecks.checkErasures(code, ErasureCodeChecks.allErasures(code), random);
    }
    for (ErasureCode code : wideCodes()) {
      List<BitSet> some = ErasureCodeChecks.someErasures(code, SAMPLED_ERASURES, random);
      ErasureCodeChecks.checkErasures(code, some, random);
      if (code.n() <= REPAIRED_ONE_BY_ONE_MAX) {
        ErasureCodeChecks.checkErasures(code, MemberSets.ofSize(code.n(), 1).toList(), random);
      }
    }
  }

  @Test
  void toleranceIsExact() {
    for (ErasureCode code : codes()) {
      if (code.tolerance() < code.r()) {
        assertThat(MemberSets.ofSize(code.n(), code.tolerance() + 1))
            .as("%s does not survive one loss more", code)
            .anyMatch(lost -> !code.decodable(MemberSets.others(lost, code.n())));
      }
    }
  }

  @Test
  void dearHelpersAreAvoidedWhereThatIsPossible() {
    for (ErasureCode code : allCodes()) {
      BitSet lost = members(0);
      BitSet available = MemberSets.others(lost, code.n());
      for (int dear = 1; dear < code.n(); dear++) {
        Integer[] costs = new Integer[code.n()];
        Arrays.fill(costs, 1);
        costs[dear] = 1000 * code.alpha();
        HelperCosts dearOne = new HelperCosts(List.of(costs));
        BitSet without = (BitSet) available.clone();
        without.clear(dear);
        boolean avoidable = code.recoverable(0, without);
        assertThat(code.repair(lost, available, dearOne).helpers().contains(dear))
            .as("%s repairs 0 with member %s", code, dear)
            .isEqualTo(!avoidable);
      }
    }
  }

  /** So that the order of helpers never costs a byte or a positioning. */
  @Test
  void ranksChangeNeitherWhatARepairReadsNorInHowManyRuns() {
    for (ErasureCode code : allCodes()) {
      for (int lost = 0; lost < code.n(); lost++) {
        BitSet available = MemberSets.others(members(lost), code.n());
        RepairPlan equal = code.repair(members(lost), available, HelperCosts.EQUAL);
        List<Integer> ranks = random.ints(code.n(), 0, 100).boxed().toList();
        RepairPlan ranked =
            code.repair(members(lost), available, HelperCosts.EQUAL.ranked(ranks));
        assertThat(List.of(ranked.cost(), ranked.seeks()))
            .as("%s, lost member %s, ranks %s", code, lost, ranks)
            .isEqualTo(List.of(equal.cost(), equal.seeks()));
      }
    }
  }

  @Test
  void recoverableIsTrueExactlyWhereTheRanksSaySo() {
    for (ErasureCode code : codes()) {
      ErasureCodeChecks.checkRecoverable(code, ErasureCodeChecks.allErasures(code));
    }
    for (ErasureCode code : wideCodes()) {
      ErasureCodeChecks.checkRecoverable(
          code, ErasureCodeChecks.someErasures(code, SAMPLED_ERASURES, random));
    }
  }

  private List<ErasureCode> allCodes() {
    return Stream.concat(codes().stream(), wideCodes().stream()).toList();
  }

  @Test
  void columnsInAnyOrderAddUpToTheEncoding() {
    for (ErasureCode code : allCodes()) {
      ErasureCodeChecks.checkColumns(code, random);
      ErasureCodeChecks.checkColumnsTogether(code, random);
    }
  }

  @Test
  void programsHaveTheShapesThatTheInterfacePromises() {
    for (ErasureCode code : allCodes()) {
      int dataSubBlocks = code.k() * code.alpha();
      int paritySubBlocks = code.r() * code.alpha();
      assertThat(code.n()).isEqualTo(code.k() + code.r());
      assertThat(code.encode().inputCount()).isEqualTo(dataSubBlocks);
      assertThat(code.encode().outputCount()).isEqualTo(paritySubBlocks);
      assertThat(code.encode().readsOutputs()).isFalse();
      if (!code.encodeSharingSums().equals(code.encode())) {
        assertThat(code.encodeSharingSums().toMatrix()).isEqualTo(code.encode().toMatrix());
        assertThat(code.encodeSharingSums().work().products())
            .isLessThan(code.encode().work().products());
      }
      CodingProgram column = code.column(code.k() - 1, code.alpha() - 1);
      assertThat(column.inputCount()).isEqualTo(1);
      assertThat(column.outputCount()).isEqualTo(paritySubBlocks);
      assertThat(code.finish().inputCount()).isZero();
      assertThat(code.finish().outputCount()).isEqualTo(paritySubBlocks);
    }
  }

  @Test
  void programsAndPlansReadBackFromTheirText() {
    for (ErasureCode code : allCodes()) {
      RepairPlan repair = code.repair(members(0), members(others(code, 0)));
      for (CodingProgram program :
          List.of(code.encode(), code.column(0, 0), code.finish(), repair.program())) {
        assertThat(CodingProgram.parse(program.toString())).isEqualTo(program);
      }
      assertThat(RepairPlan.parse(repair.toString())).isEqualTo(repair);
    }
  }

  private static int[] others(ErasureCode code, int member) {
    return IntStream.range(0, code.n()).filter(other -> other != member).toArray();
  }

  @Test
  void setsThatArePassedInAreNeitherKeptNorChanged() {
    for (ErasureCode code : allCodes()) {
      BitSet lost = members(0);
      BitSet available = members(others(code, 0));
      var plan = code.repair(lost, available);
      assertThat(lost).isEqualTo(members(0));
      assertThat(available).isEqualTo(members(others(code, 0)));
      lost.set(0, code.n());
      available.clear();
      assertThat(plan.lostMembers()).containsExactly(0);
      assertThat(code.repair(members(0), members(others(code, 0)))).isEqualTo(plan);
    }
  }

  @Test
  void wrongArgumentsAreRefusedByNameAndValue() {
    for (ErasureCode code : allCodes()) {
      int n = code.n();
      BitSet all = members(IntStream.range(0, n).toArray());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> code.recoverable(n, all))
          .withMessage("member out of range: memberIndex=" + n + ", memberCount=" + n);
      assertThatIllegalArgumentException().isThrownBy(() -> code.decodable(members(n)));
      assertThatIllegalArgumentException().isThrownBy(() -> code.repair(members(n), all));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> code.repair(members(1), all))
          .withMessageContaining("both lost and available: lost={1}");
      assertThatIllegalArgumentException().isThrownBy(() -> code.repair(members(), all));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> code.column(code.k(), 0))
          .withMessage(
              "not a data member: memberIndex=" + code.k() + ", dataMemberCount=" + code.k());
      assertThatIllegalArgumentException().isThrownBy(() -> code.column(0, code.alpha()));
      assertThatIllegalArgumentException().isThrownBy(() -> code.columns(members(), 0));
      assertThatIllegalArgumentException().isThrownBy(() -> code.columns(members(code.k()), 0));
    }
  }
}
