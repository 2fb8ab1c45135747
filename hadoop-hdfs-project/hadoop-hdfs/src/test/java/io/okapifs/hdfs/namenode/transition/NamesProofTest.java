package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.DeletionOrders;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** First names of blocks are deleted only where each block is proven to have a second one. */
class NamesProofTest extends CommitProofCases {

  @BeforeEach
  void begin() {
    file.beginCoupling();
    for (int group = 0; group < 2; group++) {
      for (int member = 0; member < PaperFile.N; member++) {
        PaperFile.put(file.coming(group), member, file.nodeOf(group, member));
      }
    }
  }

  @Test
  void everyMemberIsProven() {
    assertThat(refusal()).isNull();
    assertDoubted(file.nodeOf(0, 0));
    assertDoubted(file.nodeOf(1, 4));
  }

  /** The first name, which is deleted, may be whole. */
  @Test
  void aNameThatIsMissingIsNamed() {
    PaperFile.takeAway(file.coming(1), file.nodeOf(1, 3));
    assertThat(refusal())
        .contains("group=1", "member=3", "block=" + file.coming(1).getBlockName());
  }

  /** It was dropped and made again: whichever comes later at its node stays. */
  @Test
  void aNameThatItsNodeWasToldToDeleteIsNoneUntilThatIsDone() {
    Mockito.when(file.blocks.isPopulatingReplQueues()).thenReturn(true);
    DatanodeDescriptor node = file.nodeOf(0, 2);
    Block name = PaperFile.replica(file.coming(0), 2);
    DeletionOrders.note(file.blocks, name, node);
    assertThat(refusal()).contains("group=0, member=2");
    DeletionOrders.confirm(file.blocks, name, node);
    assertThat(refusal()).isNull();
  }

  @Test
  void dataIsOnNodesThatStayAsWell() {
    file.nodeOf(0, 1).startDecommission();
    assertThat(refusal()).contains("group=0, member=1");
    restore(file.nodeOf(0, 1));
    file.nodeOf(0, 1).startMaintenance();
    assertThat(refusal()).contains("group=0, member=1");
  }
}
