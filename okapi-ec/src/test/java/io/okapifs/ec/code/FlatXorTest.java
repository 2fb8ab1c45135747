package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.plan.ProgramWork;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlatXorTest extends ErasureCodeContract {
  private static ErasureCode flat(int k, int r, int distance) {
    return FlatXor.create(FlatXor.FAMILY + distance, distance, k, r);
  }

  private static List<ErasureCode> all() {
    List<ErasureCode> all = new ArrayList<>(List.of(flat(3, 3, 3)));
    for (int k = 5; k <= 20; k++) {
      if (k <= 10) {
        all.add(flat(k, 5, 3));
        all.add(flat(k, 5, 4));
      }
      if (k >= 6 && k <= 15) {
        all.add(flat(k, 6, 3));
      }
      if (k >= 6) {
        all.add(flat(k, 6, 4));
      }
    }
    return all;
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(flat(3, 3, 3), flat(5, 5, 3), flat(6, 5, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(flat(10, 5, 3), flat(15, 6, 3), flat(10, 5, 4), flat(12, 6, 4), flat(20, 6, 4));
  }

  @Test
  void namesCarryTheDistance() {
    assertThat(flat(10, 5, 3)).hasToString("FLATXOR3-10-5");
  }

  @Test
  void allCodesHaveTheirDistanceAndNotMore() {
    assertThat(all()).hasSize(38);
    for (ErasureCode code : all()) {
      int distance = Integer.parseInt(code.name().substring(7, 8));
      assertThat(ScalarCodes.withoutClaims(code).tolerance())
          .as("%s", code)
          .isEqualTo(distance - 1);
      assertThat(code.tolerance()).isEqualTo(distance - 1);
    }
  }

  @Test
  void oneLossReadsAboutHalfOfTheData() {
    assertThat(ScalarCodes.averageReads(flat(10, 5, 3))).isEqualTo(4);
    assertThat(ScalarCodes.averageReads(flat(10, 5, 4))).isEqualTo(6);
    assertThat(ScalarCodes.averageReads(flat(10, 6, 4))).isEqualTo(4.5);
  }

  @Test
  void readsAreTheFewestThereAre() {
    for (ErasureCode code : List.of(flat(3, 3, 3), flat(5, 5, 3), flat(6, 5, 4))) {
      ScalarCodes.leastReads(code, ScalarCodes.losses(code, 4).toList())
          .forEach(
              (lost, least) ->
                  assertThat(ScalarCodes.reads(code, lost))
                      .as("%s %s", code, lost)
                      .isEqualTo(least));
    }
  }

  @Test
  void encodingIsAsManySumsAsThereAreCoveredMembersLessTheFirstOfEachParity() {
    assertThat(flat(10, 5, 3).encode().work()).isEqualTo(new ProgramWork(0, 15));
    assertThat(flat(10, 6, 4).encode().work()).isEqualTo(new ProgramWork(0, 24));
  }

  @Test
  void otherParametersAreRefused() {
    int[][] allBad = {{4, 5, 3}, {11, 5, 3}, {16, 6, 3}, {21, 6, 4}, {6, 3, 3}, {6, 6, 5}};
    for (int[] bad : allBad) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .isThrownBy(() -> flat(bad[0], bad[1], bad[2]))
          .withMessageContaining("codec=flatxor" + bad[2] + ", k=" + bad[0] + ", r=" + bad[1])
          .withMessageContaining("supported: flatxor3 with k=3 for r=3");
    }
  }
}
