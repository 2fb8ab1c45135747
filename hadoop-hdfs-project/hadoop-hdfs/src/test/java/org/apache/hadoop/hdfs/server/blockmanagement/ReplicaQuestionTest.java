package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.ReplicaFact;
import io.okapifs.hdfs.namenode.health.ReplicaQuestion;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

/** Every question about a replica, asked in every state that a replica can be in. */
class ReplicaQuestionTest {

  private static final int MEMBER = 1;

  private final PaperFile file = new PaperFile(1, 1);
  private final DatanodeDescriptor node = file.nodeOf(0, MEMBER);
  private final DatanodeStorageInfo storage = PaperFile.storage(node);
  private final BlockInfoStripedData stripe = file.stripe(0);

  /** A storage has one state, and so has a node that is neither decommissioned nor rested. */
  private static boolean canBe(Set<ReplicaFact> facts) {
    return !(facts.contains(ReplicaFact.FAILED) && facts.contains(ReplicaFact.READ_ONLY))
        && !(facts.contains(ReplicaFact.IN_MAINTENANCE) && facts.contains(ReplicaFact.LEAVING));
  }

  private static List<Set<ReplicaFact>> states() {
    ReplicaFact[] all = ReplicaFact.values();
    List<Set<ReplicaFact>> states = new ArrayList<>();
    for (int bits = 0; bits < 1 << all.length; bits++) {
      int chosen = bits;
      Set<ReplicaFact> facts = EnumSet.noneOf(ReplicaFact.class);
      IntStream.range(0, all.length)
          .filter(i -> (chosen >> i & 1) == 1)
          .forEach(i -> facts.add(all[i]));
      if (canBe(facts)) {
        states.add(facts);
      }
    }
    return states;
  }

  /** Brings the replica into a state by what HDFS itself does then. */
  private void bring(Set<ReplicaFact> facts) {
    storage.setState(
        facts.contains(ReplicaFact.FAILED)
            ? DatanodeStorage.State.FAILED
            : facts.contains(ReplicaFact.READ_ONLY)
                ? DatanodeStorage.State.READ_ONLY_SHARED
                : DatanodeStorage.State.NORMAL);
    node.setAlive(!facts.contains(ReplicaFact.DEAD));
    node.stopMaintenance();
    node.stopDecommission();
    if (facts.contains(ReplicaFact.IN_MAINTENANCE)) {
      node.setInMaintenance();
    }
    if (facts.contains(ReplicaFact.LEAVING)) {
      node.startDecommission();
    }
    file.blocks.corruptReplicas.removeFromCorruptReplicasMap(stripe);
    if (facts.contains(ReplicaFact.CORRUPT)) {
      file.markCorrupt(0, MEMBER, node);
    }
    Mockito.when(file.blocks.isExcess(node, stripe))
        .thenReturn(facts.contains(ReplicaFact.EXCESS));
    storage.setBlockContentsStale(facts.contains(ReplicaFact.STALE));
    order(facts.contains(ReplicaFact.ORDERED));
  }

  /** A deletion that its node was told, or has done. */
  private void order(boolean isOutstanding) {
    Block replica = PaperFile.replica(stripe, MEMBER);
    boolean isExcess = file.blocks.isExcess(node, stripe);
    Mockito.when(file.blocks.isExcess(node, stripe)).thenReturn(false);
    Mockito.when(file.blocks.isPopulatingReplQueues()).thenReturn(true);
    if (isOutstanding) {
      DeletionOrders.note(file.blocks, replica, node);
    } else {
      DeletionOrders.forget(file.blocks, node);
    }
    Mockito.when(file.blocks.isExcess(node, stripe)).thenReturn(isExcess);
  }

  private void assertIs(ReplicaQuestion question, Predicate<Set<ReplicaFact>> expected) {
    for (Set<ReplicaFact> facts : states()) {
      bring(facts);
      for (ReplicaFact fact : ReplicaFact.values()) {
        assertThat(fact.holds(file.blocks, stripe, storage))
            .as("%s in %s", fact, facts)
            .isEqualTo(facts.contains(fact));
      }
      assertThat(question.holds(file.blocks, stripe, storage))
          .as("%s in %s", question, facts)
          .isEqualTo(expected.test(facts));
    }
  }

  private static boolean works(Set<ReplicaFact> facts) {
    return !facts.contains(ReplicaFact.FAILED) && !facts.contains(ReplicaFact.IN_MAINTENANCE);
  }

  private static boolean isGood(Set<ReplicaFact> facts) {
    return works(facts)
        && !facts.contains(ReplicaFact.CORRUPT)
        && !facts.contains(ReplicaFact.EXCESS)
        && !facts.contains(ReplicaFact.DEAD);
  }

  private static boolean isWrittenTo(Set<ReplicaFact> facts) {
    return works(facts)
        && !facts.contains(ReplicaFact.READ_ONLY)
        && !facts.contains(ReplicaFact.DEAD)
        && !facts.contains(ReplicaFact.LEAVING);
  }

  @Test
  void whatCanBeReadIsOnAStorageThatWorksAndNotCorrupt() {
    assertIs(
        ReplicaQuestion.READABLE,
        facts -> works(facts) && !facts.contains(ReplicaFact.CORRUPT));
  }

  @Test
  void whatIsHeldIsNotCorruptThoughItsNodeMayBeInMaintenance() {
    assertIs(
        ReplicaQuestion.HELD,
        facts ->
            !facts.contains(ReplicaFact.FAILED)
                && !facts.contains(ReplicaFact.CORRUPT)
                && !facts.contains(ReplicaFact.EXCESS));
  }

  @Test
  void whatIsReadForARepairIsOnALiveNodeAndNotToBeDeleted() {
    assertIs(ReplicaQuestion.SOURCE, ReplicaQuestionTest::isGood);
  }

  @Test
  void whatStaysIsOnAStorageAndANodeThatAreWrittenTo() {
    assertIs(ReplicaQuestion.STAYS, ReplicaQuestionTest::isWrittenTo);
  }

  @Test
  void whatLastsIsASourceThatStays() {
    assertIs(ReplicaQuestion.LASTING, facts -> isGood(facts) && isWrittenTo(facts));
  }

  @Test
  void whatIsPlacedIsNotReplacedByAnother() {
    assertIs(
        ReplicaQuestion.PLACED,
        facts ->
            !facts.contains(ReplicaFact.FAILED)
                && !facts.contains(ReplicaFact.LEAVING)
                && !facts.contains(ReplicaFact.CORRUPT)
                && !facts.contains(ReplicaFact.EXCESS));
  }

  @Test
  void whatIsProvenWasReportedAndIsUnderNoOrder() {
    assertIs(
        ReplicaQuestion.PROVEN,
        facts ->
            isGood(facts)
                && !facts.contains(ReplicaFact.READ_ONLY)
                && !facts.contains(ReplicaFact.STALE)
                && !facts.contains(ReplicaFact.ORDERED));
  }
}
