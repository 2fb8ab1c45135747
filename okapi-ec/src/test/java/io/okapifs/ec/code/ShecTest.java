package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.ProgramWork;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShecTest extends ErasureCodeContract {
  private static ErasureCode shec(int k, int r, int l) {
    return Shec.create(Shec.FAMILY + l, l, k, r);
  }

  /** The sets of the paper. */
  private static List<ErasureCode> ofPaper() {
    return List.of(
        shec(4, 2, 4), shec(4, 3, 3), shec(6, 4, 3), shec(5, 3, 3), shec(7, 4, 3), shec(10, 6, 5));
  }

  private static List<ErasureCode> ofCeph() {
    return Stream.of(
            "4-3-2", "5-3-2", "6-3-2", "6-4-2", "6-4-3", "7-4-2", "8-4-2", "8-4-3", "8-5-3",
            "9-5-3", "10-5-3", "10-6-3", "12-6-3", "12-8-4")
        .map(name -> name.split("-"))
        .map(p -> Stream.of(p).mapToInt(Integer::parseInt).toArray())
        .map(p -> Shec.ofCeph(p[0], p[1], p[2]))
        .toList();
  }

  @Override
  List<ErasureCode> codes() {
    return ofPaper().subList(0, 5);
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(
        shec(10, 6, 5), shec(1, 1, 1), shec(10, 10, 3), Shec.ofCeph(8, 5, 3), Shec.ofCeph(9, 5, 3));
  }

  @Test
  void namesCarryTheMembersThatAParityCovers() {
    assertThat(shec(6, 4, 3)).hasToString("SHEC3-6-4");
  }

  @Test
  void theParameterOfCephIsAnAliasWhereItCan() {
    assertThat(Shec.ofCeph(6, 4, 2)).isSameAs(CodeRegistry.byName("SHEC3-6-4"));
    ErasureCode uneven = Shec.ofCeph(8, 5, 3);
    assertThat(uneven).hasToString("SHEC-C3-8-5").isSameAs(CodeRegistry.byName("SHEC-C3-8-5"));
    GfMatrix generator = uneven.encode().toMatrix();
    for (int i = 0; i < 5; i++) {
      int covered = (i + 3) * 8 / 5 - i * 8 / 5;
      for (int j = 0; j < covered; j++) {
        assertThat(generator.get(i, (i * 8 / 5 + j) % 8)).isPositive();
      }
      int row = i;
      assertThat(members(0, 1, 2, 3, 4, 5, 6, 7).stream().filter(j -> generator.get(row, j) > 0))
          .hasSize(covered);
    }
  }

  @Test
  void oneLossReadsAsManyMembersAsAParityCovers() {
    for (ErasureCode code : ofPaper()) {
      int l = Integer.parseInt(code.name().substring(4, 5));
      ScalarCodes.losses(code, 1)
          .forEach(lost -> assertThat(ScalarCodes.reads(code, lost)).as(code.name()).isEqualTo(l));
    }
  }

  @Test
  void countsOfDecodableLossesAreThoseOfThePaper() {
    assertThat(ScalarCodes.decodableCount(shec(6, 4, 3), 3)).isEqualTo(110);
    assertThat(ScalarCodes.decodableCount(shec(10, 6, 5), 3)).isEqualTo(560);
    assertThat(ScalarCodes.decodableCount(shec(10, 6, 5), 4)).isEqualTo(1798);
    assertThat(shec(10, 6, 5).decodable(MemberSets.others(members(0, 10, 14, 15), 16))).isFalse();
  }

  /** Whether lost data can be matched one to one with live parities that cover them. */
  private static boolean isDecodableAtAll(ErasureCode code, GfMatrix generator, BitSet lost) {
    int[] dataOfParity = new int[code.r()];
    Arrays.fill(dataOfParity, -1);
    return lost.stream()
        .filter(member -> member < code.k())
        .allMatch(data -> match(code, generator, lost, data, dataOfParity, new BitSet()));
  }

  private static boolean match(
      ErasureCode code, GfMatrix generator, BitSet lost, int data, int[] dataOfParity,
      BitSet seen) {
    for (int i = 0; i < code.r(); i++) {
      boolean usable = !lost.get(code.k() + i) && generator.get(i, data) != 0 && !seen.get(i);
      if (usable) {
        seen.set(i);
        if (dataOfParity[i] < 0
            || match(code, generator, lost, dataOfParity[i], dataOfParity, seen)) {
          dataOfParity[i] = data;
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void everythingIsDecodedThatAnyCoefficientsWouldDecode() {
    for (ErasureCode code : Stream.concat(ofPaper().stream(), ofCeph().stream()).toList()) {
      GfMatrix generator = code.encode().toMatrix();
      ScalarCodes.losses(code, 4)
          .forEach(
              lost ->
                  assertThat(code.decodable(MemberSets.others(lost, code.n())))
                      .as("%s without %s", code, lost)
                      .isEqualTo(isDecodableAtAll(code, generator, lost)));
    }
  }

  @Test
  void readsAreTheFewestThereAre() {
    for (ErasureCode code : ofPaper().subList(0, 5)) {
      ScalarCodes.leastReads(code, ScalarCodes.losses(code, code.r()).toList())
          .forEach(
              (lost, least) ->
                  assertThat(ScalarCodes.reads(code, lost))
                      .as("%s %s", code, lost)
                      .isEqualTo(least));
    }
  }

  @Test
  void readsAreTheFewestWhenMembersAreNotAvailable() {
    ErasureCode code = shec(6, 4, 3);
    var plan = code.repair(members(3), MemberSets.others(members(3, 7), 10));
    assertThat(plan.helpers()).containsExactly(4, 5, 8);
    plan = code.repair(members(0), MemberSets.others(members(0, 1, 9), 10));
    assertThat(plan.helpers()).containsExactly(2, 3, 6, 7);
  }

  @Test
  void encodingCostsAProductPerMemberThatIsCovered() {
    ProgramWork work = shec(6, 4, 3).encode().work();
    assertThat(work.products() + work.additions()).isLessThanOrEqualTo(4 * 3);
  }

  @Test
  void otherParametersAreRefused() {
    int huge = Integer.MAX_VALUE;
    int[][] allBad = {{6, 0, 3}, {6, 7, 3}, {6, 4, 7}, {7, 3, 2}, {15, 6, 5}, {huge, huge, 3}};
    for (int[] bad : allBad) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .isThrownBy(() -> shec(bad[0], bad[1], bad[2]))
          .withMessageContaining("codec=shec" + bad[2] + ", k=" + bad[0] + ", r=" + bad[1])
          .withMessageContaining("supported: shec<l> with 1<=r<=k, l<=k<=r*l, k+r<=20");
    }
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> Shec.ofCeph(6, 4, 5))
        .withMessageContaining("supported: shec-c<c> with 1<=c<=r<=k");
  }
}
