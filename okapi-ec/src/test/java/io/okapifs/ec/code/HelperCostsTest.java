package io.okapifs.ec.code;

import static io.okapifs.ec.code.ErasureCodeContract.members;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.ec.EcException;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HelperCostsTest {

  @Test
  void ofHelpersThatCostTheSameTheOnesOfLowRankAreRead() {
    ErasureCode code = CodeRegistry.byName("RS-4-2");
    BitSet available = members(1, 2, 3, 4, 5);
    HelperCosts fourIsLast = HelperCosts.EQUAL.ranked(List.of(0, 1, 1, 1, 2, 1));
    assertThat(code.repair(members(0), available, fourIsLast).helpers())
        .containsExactly(1, 2, 3, 5);
    HelperCosts fourIsKnown =
        HelperCosts.without(members(4)).ranked(List.of(0, 1, 1, 2, 255, 1));
    assertThat(code.repair(members(0), available, fourIsKnown).helpers())
        .containsExactly(1, 2, 4, 5);
    assertThatThrownBy(() -> HelperCosts.EQUAL.ranked(List.of(0, -1)))
        .isInstanceOf(EcException.class)
        .hasMessage("a cost is negative: perMember=[], ranks=[0, -1]");
  }
}
