package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.code.Hitchhiker.Variant;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HitchhikerTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        Variant.XOR.create(6, 3), Variant.XOR_PLUS.create(6, 3), Variant.NON_XOR.create(6, 3),
        Variant.XOR.create(7, 3), Variant.XOR_PLUS.create(4, 3), Variant.NON_XOR.create(8, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(
        Variant.XOR.create(10, 4), Variant.XOR_PLUS.create(10, 4), Variant.NON_XOR.create(10, 4),
        Variant.XOR_PLUS.create(30, 5));
  }

  @Test
  void namesAreNotTheOneThatHdfsReserves() {
    assertThat(codes())
        .extracting(ErasureCode::name)
        .contains("HITCHHIKER-XOR-6-3", "HHXORPLUS-6-3", "HITCHHIKER-NONXOR-6-3");
    assertThat(CodeRegistry.codecNames())
        .contains("hitchhiker-xor", "hhxorplus", "hitchhiker-nonxor")
        .doesNotContain("hhxor");
  }

  @Test
  void firstStripeAloneIsReedSolomon() {
    ErasureCode code = Variant.NON_XOR.create(6, 3);
    int[] firstStripe = {0, 2, 4, 6, 8, 10};
    assertThat(code.encode().toMatrix().pick(new int[] {0, 4}, firstStripe))
        .isEqualTo(ReedSolomon.matrix(6, 3).pickRows(0, 2));
  }

  @Test
  void aMemberOfAGroupNeedsItsGroupOfTheFirstStripe() {
    RepairPlan plan = plan(members(4), 13);
    assertThat(plan.cost()).isEqualTo(13);
    assertThat(plan.runsOf(3)).containsExactly(new SubBlockRun(3, 0, 2));
    assertThat(plan.runsOf(9)).containsExactly(new SubBlockRun(9, 1, 1));
    assertThat(plan.runsOf(12)).containsExactly(new SubBlockRun(12, 1, 1));
    assertThat(plan.helpers()).doesNotContain(11, 13);
  }

  @Test
  void theLastDataMemberNeedsAllParities() {
    RepairPlan plan = plan(members(9), 13);
    assertThat(plan.cost()).isEqualTo(13);
    assertThat(plan.runsOf(11)).containsExactly(new SubBlockRun(11, 0, 1));
  }

  @Test
  void wholeBlocksAreReadWhereAParityOfThePlanIsGone() {
    BitSet available = MemberSets.others(members(4, 12), 14);
    assertThat(Variant.XOR_PLUS.create(10, 4).repair(members(4), available).cost()).isEqualTo(20);
  }

  private static RepairPlan plan(BitSet lost, int lastMember) {
    return Variant.XOR_PLUS.create(10, 4).repair(lost, MemberSets.others(lost, lastMember + 1));
  }

  @Test
  void parametersWithoutACodeAreRefused() {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("hhxorplus", 10, 2))
        .withMessage(
            "unsupported code: codec=hhxorplus, k=10, r=2; supported: r>=3, k>=2*(r-1), k+r<=256");
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("hitchhiker-xor", 3, 3));
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("hitchhiker-nonxor", 254, 3));
  }
}
