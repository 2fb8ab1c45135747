package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.ForgottenDeletions;
import org.apache.hadoop.hdfs.protocol.Block;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;

/** A node registers again, and may have forgotten what it was told to delete. */
class ForgottenDeletionsTest {

  private static final int MEMBER = 1;

  private final PaperFile file = new PaperFile(1, 2);
  private final DatanodeDescriptor node = file.nodeOf(0, MEMBER);
  private final DatanodeDescriptor other = file.spare(0);

  @BeforeEach
  void haveASecondReplicaStay() {
    file.put(0, MEMBER, other);
    file.markExcess(0, MEMBER, node);
    Mockito.when(file.blocks.getExcessSize4Testing(node.getDatanodeUuid())).thenReturn(1);
  }

  private boolean isToldAgain() {
    Mockito.clearInvocations(file.blocks);
    ForgottenDeletions.repeat(file.manager(), node);
    long told =
        Mockito.mockingDetails(file.blocks).getInvocations().stream()
            .filter(call -> call.getMethod().getName().equals("addToInvalidates"))
            .count();
    return told > 0;
  }

  @Test
  void itIsToldAgainWhichReplicaGoes() {
    assertThat(isToldAgain()).isTrue();
    Block replica = PaperFile.replica(file.stripe(0), MEMBER);
    Mockito.verify(file.blocks)
        .addToInvalidates(ArgumentMatchers.eq(replica), ArgumentMatchers.same(node));
  }

  @Test
  void theOnlyReplicaStays() {
    file.takeAway(0, MEMBER, other);
    assertThat(isToldAgain()).isFalse();
  }

  @Test
  void itStaysUntilTheNodeOfTheOtherOneHasReportedAllItHas() {
    PaperFile.storage(other).setBlockContentsStale(true);
    assertThat(isToldAgain()).isFalse();
  }

  @Test
  void itStaysWhereTheOtherOneGoesAsWell() {
    file.markExcess(0, MEMBER, other);
    assertThat(isToldAgain()).isFalse();
  }

  @Test
  void itStaysWhereTheNodeOfTheOtherOneLeaves() {
    other.startDecommission();
    assertThat(isToldAgain()).isFalse();
  }

  @Test
  void itStaysWhereTheOtherOneIsCorrupt() {
    file.markCorrupt(0, MEMBER, other);
    assertThat(isToldAgain()).isFalse();
  }

  @Test
  void whatANodeHasThatIsNotInExcessStays() {
    Mockito.when(file.blocks.isExcess(node, file.stripe(0))).thenReturn(false);
    assertThat(isToldAgain()).isFalse();
  }
}
