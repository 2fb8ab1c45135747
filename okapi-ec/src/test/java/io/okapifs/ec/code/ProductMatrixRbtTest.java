package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.plan.ProgramWork;
import io.okapifs.ec.plan.RepairPlan;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductMatrixRbtTest extends ErasureCodeContract {
  private static ErasureCode pmrbt(int k, int r) {
    return ProductMatrixRbt.create(k, r);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(pmrbt(2, 1), pmrbt(3, 2), pmrbt(4, 3), pmrbt(5, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(pmrbt(5, 5), pmrbt(6, 5), pmrbt(6, 6), pmrbt(8, 8));
  }

  private static RepairPlan repair(ErasureCode code, int member) {
    return code.repair(members(member), MemberSets.others(members(member), code.n()));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 3", "5, 4", "5, 5", "6, 5", "6, 6"})
  void anyKMembersSuffice(int k, int r) {
    assertThat(ScalarCodes.withoutClaims(pmrbt(k, r)).isMds()).isTrue();
  }

  @Test
  void aDataMemberIsRepairedFromTwoBlocksWhereEnoughHelpersKeepWhatItNeeds() {
    for (ErasureCode code : List.of(pmrbt(5, 5), pmrbt(6, 6), pmrbt(8, 8))) {
      for (int member = 0; member < code.k(); member++) {
        RepairPlan plan = repair(code, member);
        assertThat(plan.helpers()).hasSize(2 * code.k() - 2);
        assertThat(plan.cost()).isEqualTo(2 * code.alpha());
        assertThat(plan.seeks()).isEqualTo(2 * code.k() - 2);
      }
    }
  }

  @Test
  void withTheFewestParitiesOneHelperIsReadWhole() {
    ErasureCode code = pmrbt(5, 4);
    assertThat(IntStream.range(0, 9).map(member -> repair(code, member).cost()))
        .containsExactly(11, 11, 11, 11, 8, 20, 20, 20, 20);
  }

  @Test
  void aParityIsEncodedFromAllData() {
    ErasureCode code = pmrbt(5, 5);
    for (int member = 5; member < 10; member++) {
      assertThat(repair(code, member).helpers()).containsExactly(0, 1, 2, 3, 4);
    }
  }

  @Test
  void withoutEnoughHelpersWholeBlocksAreRead() {
    ErasureCode code = pmrbt(5, 4);
    RepairPlan plan = code.repair(members(0), MemberSets.others(members(0, 8), 9));
    assertThat(plan.cost()).isEqualTo(20);
  }

  @Test
  void encodingSkipsZeros() {
    assertThat(productsAndSumsPerDataSubBlock(5, 4)).isEqualTo(6.4);
    assertThat(productsAndSumsPerDataSubBlock(6, 6)).isEqualTo(10);
  }

  private static double productsAndSumsPerDataSubBlock(int k, int r) {
    ErasureCode code = pmrbt(k, r);
    ProgramWork work = code.encode().work();
    return (double) (work.products() + work.additions()) / (k * code.alpha());
  }

  @Test
  void otherParametersAreRefused() {
    for (int[] bad : new int[][] {{1, 1}, {5, 3}, {17, 20}, {6, 48}, {4, 300}, {5, -1}}) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .isThrownBy(() -> pmrbt(bad[0], bad[1]))
          .withMessageContaining("codec=pmrbt, k=" + bad[0] + ", r=" + bad[1])
          .withMessageContaining("supported: 2<=k<=16, r>=k-1");
    }
  }
}
