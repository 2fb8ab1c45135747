package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** HDFS's own block groups are adopted once HDFS has nothing to do for them. */
class StripeAdoptionTest {

  private final PaperFile file = new PaperFile(1, 6);
  private final BlockInfoStriped group =
      new BlockInfoStriped(
          new Block(Long.MIN_VALUE + 160, PaperFile.K * NodesOfTest.BLOCK, PaperFile.STAMP),
          SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_3_2_POLICY_ID));

  @BeforeEach
  void putEachBlockOnANode() {
    for (int index = 0; index < PaperFile.N; index++) {
      PaperFile.put(group, index, file.spare(index));
    }
  }

  private boolean isAtRest() {
    return StripeAdoption.isAtRest(file.blocks, group);
  }

  @Test
  void aWholeBlockGroupIsAtRest() {
    assertThat(isAtRest()).isTrue();
  }

  @Test
  void oneThatIsBeingWrittenIsNot() {
    group.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    assertThat(isAtRest()).isFalse();
  }

  @Test
  void oneThatWaitsForRepairIsNot() {
    file.queue(group);
    assertThat(isAtRest()).isFalse();
  }

  @Test
  void oneThatIsBeingRepairedIsNot() {
    RepairQueueWindow.addPending(file.blocks, group, PaperFile.storage(file.spare(5)));
    assertThat(isAtRest()).isFalse();
  }

  @Test
  void oneWithACorruptBlockIsNot() {
    file.markCorrupt(group, file.spare(0));
    assertThat(isAtRest()).isFalse();
  }

  /** Which of the two replicas HDFS keeps is known once the other one is gone. */
  @Test
  void oneWithABlockThatIsToBeDeletedIsNot() {
    PaperFile.put(group, 0, file.spare(5));
    Mockito.when(file.blocks.isExcess(file.spare(5), group)).thenReturn(true);
    assertThat(isAtRest()).isFalse();
  }
}
