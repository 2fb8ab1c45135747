package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.okapifs.ec.plan.RepairPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class HashTagPlusTest extends ErasureCodeContract {
  private static ErasureCode plus(int alpha, int k, int r) {
    return HashTagPlus.create(HashTagPlus.FAMILY + alpha, alpha, k, r);
  }

  @Override
  List<ErasureCode> codes() {
    return List.of(plus(2, 3, 2), plus(4, 4, 2), plus(3, 6, 3), plus(6, 6, 3));
  }

  @Override
  List<ErasureCode> wideCodes() {
    return List.of(plus(9, 6, 3), plus(8, 10, 4), plus(16, 10, 4));
  }

  @Test
  void parityMembersAreRepairedFromAnRthOfEveryOther() {
    for (ErasureCode code : codes()) {
      for (int member = code.k(); member < code.n(); member++) {
        RepairPlan plan =
            code.repair(members(member), MemberSets.others(members(member), code.n()));
        assertThat(plan.cost()).isEqualTo((code.n() - 1) * code.alpha() / code.r());
        assertThat(plan.helpers()).hasSize(code.n() - 1);
      }
    }
  }

  @Test
  void parametersWithoutAFactorAreRefusedWithThoseThatHaveOne() {
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("hashtagplus6", 10, 4))
        .withMessageContaining("supported: hashtagplus<alpha> with r=2, alpha=2: k=2..18;")
        .withMessageContaining("r=4, alpha=16: k=2..12");
    assertThatExceptionOfType(UnsupportedCodeException.class)
        .isThrownBy(() -> CodeRegistry.create("hashtagplus", 10, 4))
        .withMessageContaining("supported: codecs [");
  }
}
