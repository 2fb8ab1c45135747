package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.plan.ProgramWork;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureLrcTest extends ErasureCodeContract {
  private static ErasureCode lrc(int k, int locals, int globals) {
    return AzureLrc.create(AzureLrc.FAMILY + locals, locals, k, locals + globals);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(
        lrc(1, 1, 1), lrc(4, 2, 2), lrc(6, 2, 2), lrc(7, 3, 1), lrc(4, 4, 2), lrc(6, 2, 3));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(
        lrc(12, 2, 2), lrc(10, 2, 3), lrc(12, 3, 3), lrc(16, 1, 2), lrc(60, 5, 4), lrc(200, 17, 2));
  }

  @Test
  void namesCarryTheNumberOfGroups() {
    assertThat(lrc(12, 2, 2)).hasToString("AZURE-LRC2-12-4");
    assertThat(CodeRegistry.byName("AZURE-LRC2-12-4").tolerance()).isEqualTo(3);
  }

  /** Each group with losses mends one of them; every global mends one more. */
  private static boolean isDecodableAtAll(int k, int locals, int globals, BitSet lost) {
    List<BitSet> groups = groups(k, locals);
    int unmended = lost.get(k + locals, k + locals + globals).cardinality();
    for (BitSet group : groups) {
      BitSet lostOfGroup = (BitSet) group.clone();
      lostOfGroup.and(lost);
      unmended += Math.max(0, lostOfGroup.cardinality() - 1);
    }
    return unmended <= globals;
  }

  /** Data members of each group and its local parity. */
  private static List<BitSet> groups(int k, int locals) {
    List<BitSet> groups = new ArrayList<>();
    int first = 0;
    for (int group = 0; group < locals; group++) {
      int size = k / locals + (group < k % locals ? 1 : 0);
      BitSet members = members(k + group);
      members.set(first, first + size);
      groups.add(members);
      first += size;
    }
    return groups;
  }

  @ParameterizedTest
  @CsvSource({
    "4, 2, 2", "6, 2, 2", "10, 2, 2", "12, 2, 2", "16, 2, 2", "12, 3, 2", "12, 4, 2", "12, 2, 1",
    "7, 3, 2"
  })
  void withUpToTwoGlobalsEverythingIsDecodedThatCanBe(int k, int locals, int globals) {
    ErasureCode code = lrc(k, locals, globals);
    ScalarCodes.losses(code, code.r())
        .forEach(
            lost ->
                assertThat(code.decodable(MemberSets.others(lost, code.n())))
                    .as("%s without %s", code, lost)
                    .isEqualTo(isDecodableAtAll(k, locals, globals, lost)));
  }

  @Test
  void azuresOwnCodeDecodesEightySixPercentOfFourLosses() {
    ErasureCode code = lrc(12, 2, 2);
    assertThat(ScalarCodes.decodableCount(code, 3)).isEqualTo(560);
    assertThat(ScalarCodes.decodableCount(code, 4)).isEqualTo(1568);
    assertThat(ScalarCodes.averageReads(code)).isEqualTo(6.75);
  }

  @ParameterizedTest
  @CsvSource({"10, 2, 3", "12, 2, 3", "6, 3, 3"})
  void withMoreGlobalsOneLossMoreThanThereAreGlobalsIsSurvived(int k, int locals, int globals) {
    ErasureCode code = lrc(k, locals, globals);
    assertThat(ScalarCodes.withoutClaims(code).tolerance()).isEqualTo(globals + 1);
  }

  @Test
  void withMoreGlobalsAlmostAllOtherLossesAreSurvived() {
    ErasureCode code = lrc(10, 2, 3);
    long ideal = MemberSets.ofSize(15, 5).filter(lost -> isDecodableAtAll(10, 2, 3, lost)).count();
    assertThat(ideal).isEqualTo(2751);
    assertThat(ScalarCodes.decodableCount(code, 5)).isEqualTo(2746);
  }

  @Test
  void groupsWithOneLossAreRepairedFromThemselves() {
    ErasureCode code = lrc(12, 2, 2);
    var plan = code.repair(members(0, 6), MemberSets.others(members(0, 6), 16));
    assertThat(plan.helpers()).containsExactly(1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13);
    assertThat(ScalarCodes.reads(code, members(0, 13))).isEqualTo(12);
    assertThat(ScalarCodes.reads(code, members(0, 1))).isEqualTo(12);
    assertThat(code.repair(members(0), MemberSets.others(members(0, 6), 16)).cost()).isEqualTo(6);
    assertThat(code.repair(members(0), MemberSets.others(members(0, 1), 16)).helpers()).hasSize(12);
  }

  @Test
  void readsAreTheFewestThereAre() {
    for (ErasureCode code : List.of(lrc(6, 2, 2), lrc(7, 3, 1), lrc(5, 2, 2))) {
      ScalarCodes.leastReads(code, ScalarCodes.losses(code, code.r()).toList())
          .forEach(
              (lost, least) ->
                  assertThat(ScalarCodes.reads(code, lost))
                      .as("%s %s", code, lost)
                      .isEqualTo(least));
    }
  }

  @Test
  void aDearLocalParityIsNotRead() {
    ErasureCode code = lrc(6, 2, 2);
    List<Integer> costs = IntStream.range(0, 10).map(i -> i == 6 ? 9 : 1).boxed().toList();
    var plan = code.repair(members(0), MemberSets.others(members(0), 10), new HelperCosts(costs));
    assertThat(plan.helpers()).containsExactly(1, 2, 3, 4, 5, 8);
  }

  @Test
  void encodingCostsOneSumAndAProductPerGlobal() {
    ProgramWork work = lrc(12, 2, 2).encode().work();
    assertThat(work.products() + work.additions()).isLessThanOrEqualTo(12 * 3);
    assertThat(work.products()).isLessThanOrEqualTo(12 * 2);
  }

  @Test
  void otherParametersAreRefused() {
    for (int[] bad : new int[][] {{6, 0, 2}, {6, 7, 2}, {6, 2, 0}, {6, 2, -1}, {254, 2, 2}}) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .isThrownBy(() -> lrc(bad[0], bad[1], bad[2]))
          .withMessageContaining("k=" + bad[0])
          .withMessageContaining("supported: azure-lrc<l> with 1<=l<=k local parities");
    }
  }
}
