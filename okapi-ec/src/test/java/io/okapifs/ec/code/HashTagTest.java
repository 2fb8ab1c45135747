package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.plan.RepairPlan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashTagTest extends ErasureCodeContract {
  private static ErasureCode hashTag(int alpha, int k, int r) {
    return HashTag.create(HashTag.FAMILY + alpha, alpha, k, r);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(
        hashTag(2, 4, 2), hashTag(2, 6, 3), hashTag(3, 6, 3), hashTag(4, 4, 2), hashTag(4, 8, 4));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(
        hashTag(2, 10, 4), hashTag(3, 10, 4), hashTag(4, 10, 4), hashTag(9, 6, 3),
        hashTag(16, 10, 4), hashTag(2, 18, 2));
  }

  private static String extras(HashTagExtras extras, int parity, int row) {
    return extras.of(parity, row).stream()
        .map(extra -> "a" + extra.member() + "[" + extra.row() + "]")
        .collect(Collectors.joining(" "));
  }

  private static List<String> rowsOf(HashTagExtras extras, int parity, int alpha) {
    return IntStream.range(0, alpha).mapToObj(row -> extras(extras, parity, row)).toList();
  }

  @Test
  void extrasAreSpreadAsPublished() {
    HashTagExtras two = HashTagExtras.spread(10, 4, 2);
    assertThat(rowsOf(two, 0, 2)).containsExactly("", "");
    assertThat(rowsOf(two, 1, 2)).containsExactly("a0[1] a6[1]", "a1[0] a7[0]");
    assertThat(rowsOf(two, 2, 2)).containsExactly("a2[1] a8[1]", "a3[0] a9[0]");
    assertThat(rowsOf(two, 3, 2)).containsExactly("a4[1]", "a5[0]");
    HashTagExtras three = HashTagExtras.spread(10, 4, 3);
    assertThat(rowsOf(three, 1, 3))
        .containsExactly("a0[1] a4[1] a8[1]", "a1[0] a5[2]", "a2[0] a6[1]");
    assertThat(rowsOf(three, 2, 3)).containsExactly("a0[2] a4[2] a8[2]", "a1[2] a9[0]", "a2[1]");
    assertThat(rowsOf(three, 3, 3)).containsExactly("a3[1] a7[1]", "a5[0] a9[2]", "a6[0]");
    HashTagExtras four = HashTagExtras.spread(10, 4, 4);
    assertThat(rowsOf(four, 1, 4))
        .containsExactly("a0[1] a4[1] a8[1]", "a1[0] a5[0] a9[0]", "a2[0] a6[0]", "a3[0] a7[0]");
    assertThat(rowsOf(four, 3, 4))
        .containsExactly("a0[3] a4[3] a8[3]", "a1[3] a5[3] a9[3]", "a2[3] a6[3]", "a3[2] a7[2]");
  }

  /** With a digit for each group, every helper gives an r-th of its block. */
  @Test
  void withEnoughRowsDataMembersAreRepairedFromTheLeastThereIs() {
    ErasureCode code = hashTag(9, 6, 3);
    for (int member = 0; member < 6; member++) {
      RepairPlan plan = code.repair(members(member), MemberSets.others(members(member), 9));
      assertThat(plan.cost()).isEqualTo(8 * 3);
      assertThat(plan.helpers()).hasSize(8);
    }
  }

  @Test
  void parametersWithoutAFactorAreRefusedWithThoseThatHaveOne() {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("hashtag4", 13, 4))
        .withMessageStartingWith(
            "unsupported code: codec=hashtag4, k=13, r=4; supported: hashtag<alpha> with r=2,")
        .withMessageContaining("r=4, alpha=2: k=2..13, 16")
        .withMessageContaining("r=4, alpha=4: k=2..12")
        .withMessageContaining("r=4, alpha=16: k=8, 10, 12");
    for (String name : List.of("HASHTAG1-6-3", "HASHTAG4-6-3", "HASHTAG2-14-4", "HASHTAG2-6-5")) {
      assertThatExceptionOfType(UnsupportedCodeException.class)
          .as(name)
          .isThrownBy(() -> CodeRegistry.byName(name));
    }
  }
}
