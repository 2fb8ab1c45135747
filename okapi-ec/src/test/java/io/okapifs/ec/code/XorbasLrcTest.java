package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.ProgramWork;
import java.util.List;
import org.junit.jupiter.api.Test;

class XorbasLrcTest extends ErasureCodeContract {
  private static ErasureCode xorbas(int groupSize, int k, int r) {
    return XorbasLrc.create(XorbasLrc.FAMILY + groupSize, groupSize, k, r);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(xorbas(2, 2, 3), xorbas(2, 4, 4), xorbas(3, 6, 4), xorbas(1, 3, 5));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(xorbas(5, 10, 6), xorbas(4, 12, 7), xorbas(7, 14, 6));
  }

  @Test
  void everyMemberIsRepairedFromFiveOthers() {
    ErasureCode code = xorbas(5, 10, 6);
    assertThat(code).hasToString("XORBAS5-10-6");
    ScalarCodes.losses(code, 1)
        .forEach(lost -> assertThat(ScalarCodes.reads(code, lost)).as("%s", lost).isEqualTo(5));
  }

  @Test
  void anyFourLossesAndMostOfFiveAreSurvived() {
    ErasureCode code = xorbas(5, 10, 6);
    assertThat(code.tolerance()).isEqualTo(4);
    assertThat(ScalarCodes.decodableCount(code, 4)).isEqualTo(1820);
    assertThat(ScalarCodes.decodableCount(code, 5)).isEqualTo(4364);
  }

  @Test
  void theSumOfReedSolomonParitiesIsThatOfTheLocalOnes() {
    GfMatrix generator = xorbas(5, 10, 6).encode().toMatrix();
    for (int column = 0; column < 10; column++) {
      int sum = 0;
      for (int row = 0; row < 6; row++) {
        sum ^= generator.get(row, column);
      }
      assertThat(sum).isZero();
    }
  }

  @Test
  void aParityAndALocalParityAreRepairedFromTheirChecks() {
    ErasureCode code = xorbas(5, 10, 6);
    assertThat(ScalarCodes.reads(code, members(10, 14))).isEqualTo(9);
    assertThat(ScalarCodes.reads(code, members(0, 5))).isEqualTo(10);
    assertThat(code.repair(members(0), MemberSets.others(members(0, 14), 16)).cost()).isEqualTo(9);
  }

  @Test
  void readsAreTheFewestThereAre() {
    for (ErasureCode code : List.of(xorbas(2, 4, 4), xorbas(3, 6, 4))) {
      ScalarCodes.leastReads(code, ScalarCodes.losses(code, 2).toList())
          .forEach(
              (lost, least) ->
                  assertThat(ScalarCodes.reads(code, lost))
                      .as("%s %s", code, lost)
                      .isEqualTo(least));
    }
  }

  @Test
  void encodingCostsOneSumAndAProductPerReedSolomonParity() {
    ProgramWork work = xorbas(5, 10, 6).encode().work();
    assertThat(work.additions() + work.products()).isLessThanOrEqualTo(10 * 5);
    assertThat(work.products()).isLessThanOrEqualTo(10 * 4);
  }

  @Test
  void otherParametersAreRefused() {
    int tiny = Integer.MIN_VALUE;
    int[][] allBad = {{4, 10, 6}, {0, 10, 6}, {5, 10, 3}, {5, 20, 6}, {5, 0, 6}, {5, 10, tiny}};
    for (int[] bad : allBad) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .isThrownBy(() -> xorbas(bad[0], bad[1], bad[2]))
          .withMessageContaining("codec=xorbas" + bad[0])
          .withMessageContaining("supported: xorbas<s> with s dividing k");
    }
  }
}
