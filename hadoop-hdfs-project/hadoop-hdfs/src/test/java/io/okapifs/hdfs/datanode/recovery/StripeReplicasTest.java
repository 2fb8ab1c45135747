package io.okapifs.hdfs.datanode.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.layout.GroupIds;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;
import org.mockito.Mockito;
import org.mockito.stubbing.OngoingStubbing;

/** Which replicas of an open stripe count when the lease of its file is recovered. */
class StripeReplicasTest {

  private static final long ID = GroupIds.dataStripe(Long.MIN_VALUE + 160, 3);
  private static final long STAMP = 1001;
  private static final long BYTES = 5000;

  /** Asks no other node: it is the one that has all blocks. */
  private final DataNode datanode = Mockito.mock(DataNode.class);
  private final DatanodeInfo node = DFSTestUtil.getLocalDatanodeInfo();

  @BeforeEach
  void beTheOnlyNode() throws IOException {
    Mockito.when(datanode.getConf()).thenReturn(new Configuration(false));
    Mockito.when(datanode.getDNRegistrationForBP("pool"))
        .thenReturn(new DatanodeRegistration(node, null, null, ""));
  }

  private OngoingStubbing<ReplicaRecoveryInfo> whenAsked() throws IOException {
    return Mockito.when(datanode.initReplicaRecovery(ArgumentMatchers.any()));
  }

  private static ReplicaRecoveryInfo replica(long bytes, long stamp, ReplicaState state) {
    return new ReplicaRecoveryInfo(ID, bytes, stamp, state);
  }

  /** What is found where the node is listed for each of some blocks of the stripe. */
  private StripeReplicas ask(int... indices) throws IOException {
    DatanodeInfo[] nodes = new DatanodeInfo[indices.length];
    Arrays.fill(nodes, node);
    byte[] bytes = new byte[indices.length];
    for (int i = 0; i < indices.length; i++) {
      bytes[i] = (byte) indices[i];
    }
    RecoveringStripedBlock order =
        new RecoveringStripedBlock(
            new RecoveringBlock(new ExtendedBlock("pool", ID, 0, STAMP), nodes, STAMP + 1),
            bytes,
            SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_3_2_POLICY_ID));
    StripeReplicas replicas = new StripeReplicas(datanode, order);
    replicas.ask();
    return replicas;
  }

  private long lengthOf(ReplicaRecoveryInfo answer) throws IOException {
    whenAsked().thenReturn(answer);
    return ask(1).lengths()[1];
  }

  @Test
  void everyReplicaThatWasWrittenCounts() throws IOException {
    for (ReplicaState state :
        new ReplicaState[] {ReplicaState.FINALIZED, ReplicaState.RBW, ReplicaState.RWR}) {
      assertThat(lengthOf(replica(BYTES, STAMP, state))).as("%s", state).isEqualTo(BYTES);
    }
    assertThat(lengthOf(replica(BYTES, STAMP + 1, ReplicaState.RBW))).isEqualTo(BYTES);
  }

  /** Its stream was given up: others went on without it. */
  @Test
  void aReplicaOfAnOlderStampDoesNotCount() throws IOException {
    assertThat(lengthOf(replica(BYTES, STAMP - 1, ReplicaState.RBW))).isZero();
  }

  @Test
  void aReplicaThatNoWriterMadeDoesNotCount() throws IOException {
    assertThat(lengthOf(replica(BYTES, STAMP, ReplicaState.TEMPORARY))).isZero();
  }

  @Test
  void anEmptyReplicaDoesNotCountNorDoesNone() throws IOException {
    whenAsked().thenReturn(replica(0, STAMP, ReplicaState.RBW), (ReplicaRecoveryInfo) null);
    StripeReplicas replicas = ask(0, 1);
    assertThat(replicas.replica(0)).isNull();
    assertThat(replicas.replica(1)).isNull();
    assertThat(replicas.isSilent(0)).isFalse();
  }

  @Test
  void ofTwoReplicasOfABlockTheLongerOneCounts() throws IOException {
    ReplicaRecoveryInfo longer = replica(BYTES, STAMP, ReplicaState.RBW);
    ReplicaRecoveryInfo shorter = replica(BYTES - 1, STAMP, ReplicaState.RBW);
    whenAsked().thenReturn(longer, shorter, shorter, longer);
    StripeReplicas replicas = ask(0, 0, 1, 1);
    assertThat(replicas.lengths()).containsExactly(BYTES, BYTES, 0);
  }

  @Test
  void aNodeThatGivesNoAnswerIsSilentAndAnUnknownOneIsNot() throws IOException {
    whenAsked()
        .thenReturn(replica(BYTES, STAMP, ReplicaState.RBW))
        .thenThrow(new IOException("the test wants no answer"));
    StripeReplicas replicas = ask(0, 1);
    assertThat(replicas.lengths()).containsExactly(BYTES, 0, 0);
    assertThat(replicas.isSilent(0)).isFalse();
    assertThat(replicas.isSilent(1)).isTrue();
    assertThat(replicas.isSilent(2)).isFalse();
    assertThat(replicas.isListed(1)).isTrue();
    assertThat(replicas.isListed(2)).isFalse();
  }

  /** The older one must not cut what the newer one has agreed on. */
  @Test
  void aNewerRecoveryEndsThisOne() throws IOException {
    whenAsked().thenThrow(new RecoveryInProgressException("of a newer one"));
    assertThatThrownBy(() -> ask(0)).isInstanceOf(RecoveryInProgressException.class);
  }
}
