package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.namenode.fix.HighestPriorityCounts;
import io.okapifs.hdfs.namenode.fix.PostponedExcess;
import io.okapifs.hdfs.namenode.fix.SafeModeReplicas;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas.StoredReplicaState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What corrections count of a block, on HDFS's own classes. */
final class CorrectedCountsTest {

  private final Configuration conf = new Configuration(false);
  private final BlockManager blocks = mock(BlockManager.class, RETURNS_DEEP_STUBS);
  private final BlockInfo block = mock(BlockInfo.class);

  @BeforeEach
  void configure() {
    when(blocks.getDatanodeManager().getHostConfigManager().getConf()).thenReturn(conf);
  }

  private static NumberReplicas replicas(int live, StoredReplicaState state, int others) {
    NumberReplicas replicas = new NumberReplicas();
    replicas.add(StoredReplicaState.LIVE, live);
    replicas.add(state, others);
    return replicas;
  }

  private void have(NumberReplicas now, NumberReplicas readable) {
    when(blocks.countNodes(block)).thenReturn(now);
    when(blocks.countNodes(block, true)).thenReturn(readable);
  }

  @Test
  void inSafeModeAReplicaOnALeavingNodeCountsWhileItCanBeRead() {
    NumberReplicas now = replicas(1, StoredReplicaState.DECOMMISSIONING, 2);
    NumberReplicas readable = replicas(3, StoredReplicaState.DECOMMISSIONING, 0);
    have(now, readable);
    assertThat(SafeModeReplicas.count(blocks, block, 1)).isEqualTo(3);
    assertThat(SafeModeReplicas.afterLoss(blocks, block, now)).isSameAs(readable);
  }

  @Test
  void inSafeModeOthersCountAsInHdfs() {
    NumberReplicas now = replicas(1, StoredReplicaState.CORRUPT, 2);
    have(now, replicas(3, StoredReplicaState.CORRUPT, 0));
    assertThat(SafeModeReplicas.count(blocks, block, 2)).isEqualTo(2);
    assertThat(SafeModeReplicas.afterLoss(blocks, block, now)).isSameAs(now);
  }

  @Test
  void inSafeModeAllCountAsInHdfsWhereThatIsSwitchedOff() {
    conf.setBoolean(UpstreamFix.SAFE_MODE_COUNT.key(), false);
    NumberReplicas now = replicas(1, StoredReplicaState.DECOMMISSIONING, 2);
    have(now, replicas(3, StoredReplicaState.DECOMMISSIONING, 0));
    assertThat(SafeModeReplicas.count(blocks, block, 1)).isEqualTo(1);
    assertThat(SafeModeReplicas.afterLoss(blocks, block, now)).isSameAs(now);
  }

  @Test
  void excessOfABlockGroupRemains() {
    have(replicas(6, StoredReplicaState.REDUNDANT, 1), null);
    assertThat(PostponedExcess.remains(blocks, block)).as("replicated").isFalse();
    when(block.isStriped()).thenReturn(true);
    assertThat(PostponedExcess.remains(blocks, block)).isTrue();
    conf.setBoolean(UpstreamFix.POSTPONED_EXCESS.key(), false);
    assertThat(PostponedExcess.remains(blocks, block)).as("switched off").isFalse();
  }

  @Test
  void ofABlockGroupWithoutExcessNothingRemains() {
    when(block.isStriped()).thenReturn(true);
    have(replicas(6, StoredReplicaState.CORRUPT, 1), null);
    assertThat(PostponedExcess.remains(blocks, block)).isFalse();
  }

  @Test
  void countsOfTheHighestPriorityBeginAnewUnlessThatIsSwitchedOff() {
    assertThat(HighestPriorityCounts.beginAnew(null)).isTrue();
    assertThat(HighestPriorityCounts.beginAnew(blocks)).isTrue();
    conf.setBoolean(UpstreamFix.HIGHEST_PRIORITY_COUNT.key(), false);
    assertThat(HighestPriorityCounts.beginAnew(blocks)).isFalse();
  }

  @Test
  void bothCountsOfTheHighestPriorityBeginAnew() {
    LowRedundancyBlocks queue = new LowRedundancyBlocks();
    queue.add(new BlockInfoContiguous(new Block(1), (short) 3), 1, 0, 0, 3);
    queue.add(
        new BlockInfoStriped(
            new Block(-16, 64 << 20, 1),
            SystemErasureCodingPolicies.getByID(SystemErasureCodingPolicies.RS_6_3_POLICY_ID)),
        6, 0, 0, 9);
    assertThat(queue.getHighestPriorityReplicatedBlockCount()).isEqualTo(1);
    assertThat(queue.getHighestPriorityECBlockCount()).isEqualTo(1);
    CountsWindow.resetHighest(queue);
    assertThat(queue.getHighestPriorityReplicatedBlockCount()).isZero();
    assertThat(queue.getHighestPriorityECBlockCount()).isZero();
  }
}
