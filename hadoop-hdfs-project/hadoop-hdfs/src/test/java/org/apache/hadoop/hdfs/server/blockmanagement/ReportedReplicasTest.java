package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.ReportedReplicas;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** A node reports a second block of a block group, of which HDFS knows one per node. */
class ReportedReplicasTest {

  private static final int OWN = 0;
  private static final int SECOND = 1;

  private final PaperFile file = new PaperFile(1, 2);
  private final List<Block> toDelete = new ArrayList<>();
  private final Block reported = PaperFile.replica(file.stripe(0), SECOND);
  private DatanodeDescriptor elsewhere;

  @BeforeEach
  void setUp() {
    elsewhere = file.nodeOf(0, SECOND);
  }

  private boolean isRefused() {
    return ReportedReplicas.isRefused(
        file.blocks, file.storageOf(0, OWN), reported, ReplicaState.FINALIZED, toDelete);
  }

  @Test
  void aSecondBlockThatLivesElsewhereIsToBeDeleted() {
    assertThat(isRefused()).isTrue();
    assertThat(toDelete).containsExactly(reported);
  }

  /** The block may have moved to this node while the one that was there went. */
  @Test
  void aStandbyKeepsTheMessageUntilItKnowsMore() {
    Mockito.when(file.blocks.getShouldPostponeBlocksFromFuture()).thenReturn(true);
    assertThat(isRefused()).isTrue();
    assertThat(toDelete).isEmpty();
    assertThat(file.pending.count()).isOne();
    assertThat(file.pending.takeBlockQueue(file.stripe(0)))
        .extracting(message -> message.getBlock().getBlockId())
        .containsExactly(reported.getBlockId());
    Mockito.when(file.blocks.getShouldPostponeBlocksFromFuture()).thenReturn(false);
    file.takeAway(0, OWN, file.nodeOf(0, OWN));
    assertThat(isRefused()).isFalse();
  }

  /** It may have lost what it had before this NameNode took over. */
  @Test
  void aNodeThatHasNotReportedAllItHasIsNoProof() {
    PaperFile.storage(elsewhere).setBlockContentsStale(true);
    assertThat(isRefused()).isFalse();
    assertThat(toDelete).isEmpty();
  }

  @Test
  void aNodeThatLeavesIsNoProof() {
    elsewhere.startDecommission();
    assertThat(isRefused()).isFalse();
  }

  @Test
  void aDeadNodeIsNoProof() {
    elsewhere.setAlive(false);
    assertThat(isRefused()).isFalse();
  }

  @Test
  void aCorruptReplicaIsNoProof() {
    file.markCorrupt(0, SECOND, elsewhere);
    assertThat(isRefused()).isFalse();
  }

  @Test
  void theBlockThatANodeIsKnownToHaveIsTaken() {
    Block own = PaperFile.replica(file.stripe(0), OWN);
    assertThat(
            ReportedReplicas.isRefused(
                file.blocks, file.storageOf(0, OWN), own, ReplicaState.FINALIZED, toDelete))
        .isFalse();
  }

  @Test
  void aDeletionOfAnotherBlockLeavesTheOneThatIsKnown() {
    DatanodeDescriptor node = file.nodeOf(0, OWN);
    assertThat(ReportedReplicas.isOfAnotherBlock(file.blocks, reported, node)).isTrue();
    assertThat(
            ReportedReplicas.isOfAnotherBlock(
                file.blocks, PaperFile.replica(file.stripe(0), OWN), node))
        .isFalse();
  }
}
