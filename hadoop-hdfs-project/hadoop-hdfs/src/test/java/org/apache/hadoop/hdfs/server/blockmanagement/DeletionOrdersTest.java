package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.namenode.health.DeletionOrders;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** A node that was told to delete a block of a group gets no other one until it has done so. */
class DeletionOrdersTest {

  private static final int MEMBER = 1;

  private final PaperFile file = new PaperFile(1, 2);
  private final BlockInfoStripedData stripe = file.stripe(0);
  private final DatanodeDescriptor node = file.nodeOf(0, MEMBER);
  private final Block replica = PaperFile.replica(stripe, MEMBER);

  @BeforeEach
  void orderDeletion() {
    Mockito.when(file.blocks.isPopulatingReplQueues()).thenReturn(true);
    DeletionOrders.note(file.blocks, replica, node);
  }

  private Set<Node> excluded(BlockInfo group) {
    Set<Node> excluded = new HashSet<>();
    DeletionOrders.exclude(file.blocks, group, excluded);
    return excluded;
  }

  private static BlockListAsLongs report(Block... replicas) {
    List<Replica> finalized =
        Stream.of(replicas)
            .<Replica>map(block -> new FinalizedReplica(block, null, null))
            .toList();
    return BlockListAsLongs.encode(finalized);
  }

  private void reportAll(Block... replicas) {
    DeletionOrders.report(file.blocks, PaperFile.storage(node), report(replicas));
  }

  @Test
  void theNodeIsNoTargetForItsBlockGroup() {
    assertThat(excluded(stripe)).containsExactly(node);
    assertThat(DeletionOrders.nodesFreeSoon(file.blocks, stripe)).containsExactly(node);
    assertThat(excluded(file.parity(0))).isEmpty();
    DatanodeStorageInfo[] targets = {file.storageOf(0, 0), PaperFile.storage(node)};
    assertThat(DeletionOrders.concern(file.blocks, stripe, targets)).isTrue();
    targets[1] = PaperFile.storage(file.spare(0));
    assertThat(DeletionOrders.concern(file.blocks, stripe, targets)).isFalse();
  }

  @Test
  void itIsOnceItSaysThatItHasDeletedTheBlock() {
    DeletionOrders.confirm(file.blocks, PaperFile.replica(stripe, 0), node);
    DeletionOrders.confirm(file.blocks, replica, file.spare(0));
    assertThat(excluded(stripe)).containsExactly(node);
    DeletionOrders.confirm(file.blocks, replica, node);
    assertThat(excluded(stripe)).isEmpty();
    DeletionOrders.confirm(file.blocks, replica, node);
  }

  @Test
  void itIsOnceItReportsWithoutTheBlock() {
    reportAll(replica);
    assertThat(excluded(stripe)).containsExactly(node);
    reportAll(PaperFile.replica(stripe, 0));
    assertThat(excluded(stripe)).isEmpty();
  }

  /** It was told to delete what it had said before its stream was opened again, and refuses that. */
  @Test
  void itIsOnceItHasANewerReplicaThanTheOneToBeDeleted() {
    DeletionOrders.receive(file.blocks, replica, node);
    assertThat(excluded(stripe)).containsExactly(node);
    DeletionOrders.receive(file.blocks, newer(), node);
    assertThat(excluded(stripe)).isEmpty();
    Mockito.verify(file.blocks).postponeBlock(stripe);
  }

  @Test
  void itIsOnceItReportsANewerReplica() {
    reportAll(newer());
    assertThat(excluded(stripe)).isEmpty();
  }

  private Block newer() {
    return new Block(
        replica.getBlockId(), replica.getNumBytes(), replica.getGenerationStamp() + 1);
  }

  @Test
  void anOrderForAnOlderReplicaHoldsNothingBack() {
    stripe.setGenerationStamp(stripe.getGenerationStamp() + 1);
    assertThat(DeletionOrders.holdBack(file.blocks, stripe)).isFalse();
    assertThat(excluded(stripe)).containsExactly(node);
  }

  /** It has forgotten what it was to delete, and has it. */
  @Test
  void itIsOnceItHasRestartedAndReported() {
    DeletionOrders.registersAgain(file.manager(), file.spare(0));
    reportAll(replica);
    assertThat(excluded(stripe)).containsExactly(node);
    DeletionOrders.registersAgain(file.manager(), node);
    assertThat(excluded(stripe)).containsExactly(node);
    reportAll(replica);
    assertThat(excluded(stripe)).isEmpty();
  }

  @Test
  void itIsWhenItComesBackFromTheDead() {
    DeletionOrders.forget(file.blocks, file.spare(0));
    assertThat(excluded(stripe)).containsExactly(node);
    DeletionOrders.forget(file.blocks, node);
    assertThat(excluded(stripe)).isEmpty();
  }

  /** The good replica would go, and then the other one by the order. */
  @Test
  void noReplicaIsOneTooManyBesideOneThatMayBeDeleted() {
    assertThat(DeletionOrders.holdBack(file.blocks, stripe)).isTrue();
    assertThat(DeletionOrders.holdBack(file.blocks, file.parity(0))).isFalse();
    DeletionOrders.confirm(file.blocks, replica, node);
    assertThat(DeletionOrders.holdBack(file.blocks, stripe)).isFalse();
    Mockito.verify(file.blocks).postponeBlock(stripe);
  }

  @Test
  void oneThatWasInExcessHoldsNothingBack() {
    file.markExcess(0, MEMBER, node);
    assertThat(DeletionOrders.holdBack(file.blocks, stripe)).isFalse();
  }

  /** It stays known until its node has deleted it. */
  @Test
  void oneInExcessNeedsNoOrder() {
    DeletionOrders.confirm(file.blocks, replica, node);
    file.markExcess(0, MEMBER, node);
    DeletionOrders.note(file.blocks, replica, node);
    assertThat(excluded(stripe)).isEmpty();
  }

  @Test
  void oneThatIsTakenOffTheMapHoldsNothingBack() {
    file.takeAway(0, MEMBER, node);
    assertThat(DeletionOrders.holdBack(file.blocks, stripe)).isFalse();
    assertThat(excluded(stripe)).containsExactly(node);
  }

  @Test
  void aStandbyOrdersNothing() {
    DeletionOrders.confirm(file.blocks, replica, node);
    Mockito.when(file.blocks.isPopulatingReplQueues()).thenReturn(false);
    DeletionOrders.note(file.blocks, replica, node);
    assertThat(excluded(stripe)).isEmpty();
  }

  @Test
  void theSwitchIsForBlockGroupsInHdfsOwnLayout() {
    file.beginCoupling();
    BlockInfoStriped coupled = file.coming(0);
    coupled.convertToCompleteBlock();
    file.conf.setBoolean(UpstreamFix.TARGET_OF_DELETION.key(), false);
    DeletionOrders.note(file.blocks, PaperFile.replica(coupled, 0), node);
    assertThat(excluded(coupled)).isEmpty();
    assertThat(excluded(stripe)).containsExactly(node);
    file.conf.unset(UpstreamFix.TARGET_OF_DELETION.key());
    DeletionOrders.note(file.blocks, PaperFile.replica(coupled, 0), node);
    assertThat(excluded(coupled)).containsExactly(node);
  }
}
