package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.CommittedReplicas;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.junit.jupiter.api.Test;

/** A second commit of a stripe, all of whose nodes first reported replicas with an old stamp. */
class CommittedReplicasTest {

  private static final int UNREPORTED = 1;

  private final PaperFile file = new PaperFile(1, 2);
  private final BlockInfoStripedData stripe = file.stripe(0);

  /** One of its replicas has not been reported again, the others are stored. */
  private void open(BlockUCState state) {
    DatanodeStorageInfo[] expected = new DatanodeStorageInfo[stripe.getTotalBlockNum()];
    for (int index = 0; index < expected.length; index++) {
      expected[index] = file.storageOf(0, index);
    }
    stripe.convertToBlockUnderConstruction(state, expected);
    for (int index = 0; index < expected.length; index++) {
      Block old = PaperFile.replica(stripe, index);
      old.setGenerationStamp(stripe.getGenerationStamp() - 1);
      stripe.getUnderConstructionFeature()
          .addReplicaIfNotPresent(expected[index], old, ReplicaState.RBW);
    }
    file.takeAway(0, UNREPORTED, file.nodeOf(0, UNREPORTED));
  }

  private int staleAfterAnotherCommit() throws IOException {
    CommittedReplicas.confirm(stripe);
    return stripe.commitBlock(stripe).size();
  }

  @Test
  void takesNothingAwayThatIsStored() throws IOException {
    open(BlockUCState.COMMITTED);
    assertThat(staleAfterAnotherCommit()).isOne();
  }

  /** A first commit judges replicas that were finalized before the stamp was renewed. */
  @Test
  void aFirstCommitJudgesWhatIsStored() throws IOException {
    open(BlockUCState.UNDER_CONSTRUCTION);
    assertThat(staleAfterAnotherCommit()).isEqualTo(stripe.getTotalBlockNum());
  }

  @Test
  void aCompleteStripeIsLeftAlone() {
    CommittedReplicas.confirm(stripe);
    assertThat(stripe.isComplete()).isTrue();
  }
}
