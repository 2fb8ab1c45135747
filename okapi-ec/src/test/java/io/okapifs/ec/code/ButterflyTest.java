package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.ProgramWork;
import io.okapifs.ec.plan.RepairPlan;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ButterflyTest extends ErasureCodeContract {
  private static ErasureCode butterfly(int k) {
    return Butterfly.create(k, 2);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(butterfly(2), butterfly(3), butterfly(4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(butterfly(5));
  }

  private static RepairPlan repair(ErasureCode code, int member) {
    return code.repair(members(member), MemberSets.others(members(member), code.n()));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void anyTwoLossesAreSurvived(int k) {
    assertThat(ScalarCodes.withoutClaims(butterfly(k)).tolerance()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void encodingTakesTheFewestSums(int k) {
    ErasureCode code = butterfly(k);
    assertThat(code.alpha()).isEqualTo(1 << (k - 1));
    assertThat(code.encode().work())
        .isEqualTo(new ProgramWork(0, 2L * (k - 1) * code.alpha()));
  }

  @Test
  void theTwoByTwoCodeIsThatOfThePaper() {
    // Rows a, b of member 0 and c, d of member 1; H = c+a, d+b; B = d+a, c+a+b.
    assertThat(butterfly(2).encode().toMatrix())
        .isEqualTo(GfMatrix.ofHexRows("01000100", "00010001", "01000001", "01010100"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void oneLossReadsHalfOfWhatSurvivesAndThatOfTheLastParityAllData(int k) {
    ErasureCode code = butterfly(k);
    for (int member = 0; member <= k; member++) {
      assertThat(repair(code, member).cost()).isEqualTo((k + 1) * code.alpha() / 2);
    }
    assertThat(repair(code, k + 1).cost()).isEqualTo(k * code.alpha());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void everyHelperNeedsToSendNoMoreThanHalfABlock(int k) {
    ErasureCode code = butterfly(k);
    for (int member = 0; member < code.n(); member++) {
      RepairPlan plan = repair(code, member);
      GfMatrix matrix = plan.program().toMatrix();
      for (int helper : plan.helpers()) {
        int[] columns =
            plan.runsOf(helper).stream()
                .flatMapToInt(run -> IntStream.range(run.firstSubBlock(), run.endSubBlock()))
                .map(subBlock -> plan.inputOf(helper, subBlock))
                .toArray();
        assertThat(matrix.pickColumns(columns).rank()).isLessThanOrEqualTo(code.alpha() / 2);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, '20,15,10,5,5,5'", "5, '48,30,18,12,6,6,6'", "7, '256,136,72,40,24,16,8,8,8'"
  })
  void seeksAreThoseOfThePlans(int k, String seeks) {
    ErasureCode code = butterfly(k);
    List<String> found =
        IntStream.range(0, k + 2)
            .mapToObj(member -> String.valueOf(repair(code, member).seeks()))
            .toList();
    assertThat(String.join(",", found)).isEqualTo(seeks);
  }

  @Test
  void otherParametersAreRefused() {
    for (int[] bad : new int[][] {{1, 2}, {8, 2}, {4, 1}, {4, 3}}) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .isThrownBy(() -> Butterfly.create(bad[0], bad[1]))
          .withMessageContaining("codec=butterfly, k=" + bad[0] + ", r=" + bad[1])
          .withMessageContaining("supported: r=2 with 2<=k<=7");
    }
  }
}
