package io.okapifs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GroupBudgetTest {

  private static final FileLayout LAYOUT =
      new FileLayout(new GroupPolicy("RS-3-2-64k", "rs", 3, 2, 1, 8), 2, 24);

  private final GroupBudget budget = new GroupBudget("/f", LAYOUT);

  @Test
  void lossesInEarlierStripesCountAgainstTheSameGroup() throws IOException {
    budget.loseData(0, "dn0", "gone");
    budget.loseData(2, "dn1", "gone");
    assertThatThrownBy(() -> budget.loseParity(0, 1, "dn2", "slow"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "parity group 0 of /f lost more members than RS-3-2-64k survives: lostMembers=3,"
                + " survivable=2, losses=[data block 0 (member 0) on dn0: gone,"
                + " data block 2 (member 2) on dn1: gone, parity 1 on dn2: slow]");
  }

  @Test
  void oneStripeMayLoseMoreBlocksThanAGroupSurvives() throws IOException {
    budget.loseData(1, "dn", "gone");
    budget.loseData(2, "dn", "gone");
    budget.loseData(3, "dn", "gone");
    budget.loseData(4, "dn", "gone");
    assertThat(budget.lostMembers(0)).isEqualTo(2);
    assertThat(budget.lostMembers(1)).isEqualTo(2);
  }

  @Test
  void theSameMemberIsCountedOnce() throws IOException {
    budget.loseData(1, "dn", "gone");
    budget.loseData(1, "dn", "gone again");
    assertThat(budget.lostMembers(0)).isEqualTo(1);
  }

  @Test
  void aGroupWithoutParitiesSurvivesNoFurtherLoss() throws IOException {
    budget.loseAllParities(0, "too few nodes");
    assertThat(budget.lostMembers(0)).isEqualTo(2);
    assertThatThrownBy(() -> budget.loseData(1, "dn", "gone"))
        .hasMessageContaining("group 0 of /f");
  }

  @Test
  void aFinishedGroupIsForgotten() throws IOException {
    budget.loseAllParities(0, "too few nodes");
    budget.loseAllParities(1, "too few nodes");
    budget.groupsDone(1);
    assertThat(budget.lostMembers(0)).isZero();
    assertThat(budget.lostMembers(1)).isEqualTo(2);
  }

  /** AZURE-LRC2-6-4: members 0..2 with parity 0, 3..5 with parity 1, parities 2 and 3 over all. */
  @Test
  void aLocalCodeIsAskedWhichLossesItSurvives() throws IOException {
    GroupPolicy policy = new GroupPolicy("AZURE-LRC2-6-4-64k", "azure-lrc2", 6, 4, 1, 8);
    GroupBudget local = new GroupBudget("/f", new FileLayout(policy, 6, 24));
    local.loseData(0, "dn0", "gone");
    local.loseData(3, "dn1", "gone");
    local.loseData(1, "dn2", "gone");
    local.loseData(4, "dn3", "gone");
    assertThat(local.lostMembers(0)).isEqualTo(4);
    GroupBudget sameGroup = new GroupBudget("/f", new FileLayout(policy, 6, 24));
    sameGroup.loseData(0, "dn0", "gone");
    sameGroup.loseData(1, "dn1", "gone");
    sameGroup.loseData(2, "dn2", "gone");
    assertThatThrownBy(() -> sameGroup.loseParity(0, 0, "dn3", "slow"))
        .hasMessageContaining("lostMembers=4, survivable=3");
  }
}
