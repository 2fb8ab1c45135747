package io.okapifs.ec.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.ec.plan.RepairPlan;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReedSolomonTest extends ErasureCodeContract {
  @Override
  List<ErasureCode> codes() {
    return List.of(
        ReedSolomon.create(1, 1),
        ReedSolomon.create(3, 2),
        ReedSolomon.create(4, 2),
        ReedSolomon.create(6, 3),
        ReedSolomon.create(8, 4),
        ReedSolomon.create(10, 4),
        ReedSolomon.create(12, 4));
  }

  @Test
  void namesFollowTheFamily() {
    assertThat(codes())
        .extracting(ErasureCode::name)
        .containsExactly("RS-1-1", "RS-3-2", "RS-4-2", "RS-6-3", "RS-8-4", "RS-10-4", "RS-12-4");
  }

  @Test
  void helpersAreTheFirstAvailableMembersHenceDataFirst() {
    ErasureCode code = ReedSolomon.create(6, 3);
    assertThat(code.repair(members(2), members(0, 1, 3, 4, 5, 6, 7, 8)).helpers())
        .containsExactly(0, 1, 3, 4, 5, 6);
    assertThat(code.repair(members(7), members(0, 1, 2, 3, 4, 5, 6, 8)).helpers())
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(code.repair(members(2), members(0, 1, 3, 4, 5, 6)).cost()).isEqualTo(6);
  }

  @Test
  void aWideCodeRepairsAsManyLossesAsItHasParities() {
    ErasureCode code = ReedSolomon.create(120, 4);
    EncodedGroup group = new EncodedGroup(code, 5, new Random(1));
    for (BitSet lost : List.of(members(0, 60, 119, 120), members(1, 121, 122, 123))) {
      RepairPlan plan = code.repair(lost, MemberSets.others(lost, code.n()));
      assertThat(plan.cost()).isEqualTo(120);
      assertThat(group.rebuild(plan)).isEqualTo(group.expected(plan));
    }
  }
}
