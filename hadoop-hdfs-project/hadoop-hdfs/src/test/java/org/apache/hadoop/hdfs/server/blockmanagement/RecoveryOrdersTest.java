package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.RecoveryClock;
import io.okapifs.hdfs.namenode.lease.RecoveryOrders;
import io.okapifs.hdfs.recovery.Forgoing;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest.Nuisance;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** Which nodes are asked for an open stripe whose writer is gone: for a while also silent ones. */
class RecoveryOrdersTest {

  private static final ErasureCodingPolicy POLICY =
      SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_3_2_POLICY_ID);
  private static final int SILENT = 1;

  private final PaperFile file = new PaperFile(1, 2);
  private final BlockInfoStripedData stripe = file.stripe(0);

  @BeforeEach
  void leaveTheStripeOpen() {
    DatanodeStorageInfo[] targets = new DatanodeStorageInfo[PaperFile.K];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = file.storageOf(0, i);
    }
    stripe.convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, targets);
    Mockito.when(file.manager().getStaleInterval()).thenReturn(3_600_000L);
  }

  private void waitFor(long seconds) {
    file.conf.setLong(Forgoing.WAIT_KEY, seconds);
    RecoveryClock.start(file.blocks, stripe);
  }

  /** As upstream makes it: without nodes that it has not heard of lately, but with all indices. */
  private RecoveringStripedBlock order() {
    DatanodeInfo[] heardOf = {file.nodeOf(0, 0), file.nodeOf(0, 2)};
    RecoveringStripedBlock upstreams =
        new RecoveringStripedBlock(
            new RecoveringBlock(new ExtendedBlock("pool", stripe), heardOf, 2002),
            new byte[] {0, 1, 2}, POLICY);
    return RecoveryOrders.complete(file.manager(), upstreams);
  }

  private static DatanodeInfo[] asked(RecoveringStripedBlock order) {
    return order.getLocations();
  }

  @Test
  void aSilentNodeIsAskedUntilTheWaitIsOver() {
    Nuisance.STALE.befall(file.nodeOf(0, SILENT));
    waitFor(3600);
    RecoveringStripedBlock order = order();
    assertThat(asked(order))
        .containsExactly(file.nodeOf(0, 0), file.nodeOf(0, 1), file.nodeOf(0, 2));
    assertThat(order.getBlockIndices()).containsExactly(0, 1, 2);
    assertThat(Forgoing.isMarked(order.getErasureCodingPolicy())).isFalse();
  }

  @Test
  void thenItIsForgoneAndTheOthersAreAskedForWhatTheyHave() {
    Nuisance.STALE.befall(file.nodeOf(0, SILENT));
    waitFor(0);
    RecoveringStripedBlock order = order();
    assertThat(asked(order)).containsExactly(file.nodeOf(0, 0), file.nodeOf(0, 2));
    assertThat(order.getBlockIndices()).containsExactly(0, 2);
    assertThat(Forgoing.isMarked(order.getErasureCodingPolicy())).isTrue();
    assertThat(order.getNewGenerationStamp()).isEqualTo(2002);
  }

  @Test
  void theWaitDoesNotBeginBeforeTheFirstAttempt() {
    file.conf.setLong(Forgoing.WAIT_KEY, 0);
    assertThat(Forgoing.isMarked(order().getErasureCodingPolicy())).isFalse();
  }

  /** Upstream gives the stripe to nobody, and its file stays open for ever. */
  @Test
  void aStripeWithoutANodeThatAnswersIsGivenToAnotherOneOnceTheWaitIsOver() {
    DatanodeDescriptor other = file.spare(0);
    Mockito.when(file.manager().getHeartbeatManager().getDatanodes())
        .thenReturn(new DatanodeDescriptor[] {other});
    waitFor(0);
    RecoveryOrders.assignOrphan(file.blocks, stripe);
    assertThat(recoveriesOf(other)).as("its nodes answer").isEmpty();
    for (int i = 0; i < PaperFile.K; i++) {
      Nuisance.STALE.befall(file.nodeOf(0, i));
    }
    file.conf.setLong(Forgoing.WAIT_KEY, 3600);
    RecoveryOrders.assignOrphan(file.blocks, stripe);
    assertThat(recoveriesOf(other)).as("they are waited for").isEmpty();
    file.conf.setLong(Forgoing.WAIT_KEY, 0);
    RecoveryOrders.assignOrphan(file.blocks, stripe);
    assertThat(recoveriesOf(other)).containsExactly(stripe);
  }

  private static List<BlockInfo> recoveriesOf(DatanodeDescriptor node) {
    BlockInfo[] blocks = node.getLeaseRecoveryCommand(Integer.MAX_VALUE);
    return blocks == null ? List.of() : List.of(blocks);
  }
}
