package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.EarlierTargets;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.junit.jupiter.api.Test;

/** What becomes of a repair between its plan and its order, while the lock is let go of. */
class GroupReconstructionWorkTest {

  private static final int PRIORITY = RepairQueueWindow.LOW;
  private static final int DATA = 1;
  private static final int PARITY = 4;

  private PaperFile file = new PaperFile(2, 4);

  private GroupReconstructionWork plan(GroupHealth health, BlockInfoDecoupled block) {
    RepairInputs inputs = RepairInputs.of(file.blocks, health, 0);
    List<Integer> missing = GroupRepairs.missing(file.blocks, health, 0, inputs);
    GroupReconstructionWork work =
        new GroupReconstructionWork(
            file.blocks, health, 0, block, inputs, missing, PRIORITY);
    work.choose(
        file.placement(), BlockStoragePolicySuite.createDefaultSuite(),
        new HashSet<>(GroupPlacement.nodesOf(block)));
    return work;
  }

  /** The repair of a data block. */
  private GroupReconstructionWork repair() {
    file.takeAway(0, DATA, file.nodeOf(0, DATA));
    return plan(file.health(), file.stripe(0));
  }

  @Test
  void aRepairWhoseGroupIsAsItWasIsOrdered() {
    GroupReconstructionWork work = repair();
    assertThat(work.targets()).hasSize(1);
    assertThat(work.refresh()).isTrue();
  }

  /** Many are planned before the first one is handed out. */
  @Test
  void repairsThatArePlannedTogetherWriteToDifferentNodes() {
    for (int round = 0; round < 3; round++) {
      file = new PaperFile(2, 4);
      file.takeAway(0, DATA, file.nodeOf(0, DATA));
      Set<DatanodeStorageInfo> targets = new HashSet<>();
      for (int i = 0; i < 4; i++) {
        targets.addAll(plan(file.health(), file.stripe(0)).targets());
      }
      assertThat(targets).as("as many as there are free nodes").hasSize(4);
    }
  }

  @Test
  void whatIsNotHandedOutKeepsNoTargetFromOthers() {
    GroupReconstructionWork work = repair();
    RepairLoads loads = RepairLoads.of(file.blocks);
    assertThat(loads.targets(file.blocks)).isEqualTo(work.targets());
    file.put(0, 2, work.targets().get(0).getDatanodeDescriptor());
    work.refresh();
    assertThat(loads.targets(file.blocks)).isEmpty();
  }

  /** Its members may still change. */
  @Test
  void aGroupOfWhichAStripeIsBeingWrittenIsNotRepaired() {
    file.takeAway(0, PARITY, file.nodeOf(0, PARITY));
    file.stripe(0).convertToBlockUnderConstruction(BlockUCState.UNDER_CONSTRUCTION, null);
    GroupHealth health = file.health();
    RepairInputs inputs = RepairInputs.of(file.blocks, health, 0);
    assertThat(GroupRepairs.missing(file.blocks, health, 0, inputs)).isEmpty();
  }

  /** It comes back with the node, unless it is corrupt. */
  @Test
  void aMemberOnANodeInMaintenanceIsRebuiltWhereItIsCorrupt() {
    DatanodeDescriptor node = file.nodeOf(0, DATA);
    node.setInMaintenance();
    GroupHealth health = file.health();
    RepairInputs whole = RepairInputs.of(file.blocks, health, 0);
    assertThat(GroupRepairs.missing(file.blocks, health, 0, whole)).isEmpty();
    file.markCorrupt(0, DATA, node);
    RepairInputs inputs = RepairInputs.of(file.blocks, health, 0);
    assertThat(GroupRepairs.missing(file.blocks, health, 0, inputs)).containsExactly(DATA);
  }

  @Test
  void aTargetThatHasGotAMemberOfTheGroupIsGivenUp() {
    GroupReconstructionWork work = repair();
    file.put(0, 2, work.targets().get(0).getDatanodeDescriptor());
    assertThat(work.refresh()).isFalse();
  }

  @Test
  void aMemberThatHasComeBackIsNotRebuilt() {
    GroupReconstructionWork work = repair();
    DatanodeStorageInfo target = work.targets().get(0);
    boolean isSpare = target == PaperFile.storage(file.spare(0));
    file.put(0, DATA, file.spare(isSpare ? 1 : 0));
    assertThat(work.refresh()).isFalse();
  }

  @Test
  void whatAnotherRepairIsAskedForIsLeftToThat() {
    file.takeAway(0, PARITY, file.nodeOf(0, PARITY));
    GroupReconstructionWork work = repair();
    RepairQueueWindow.addPending(
        file.blocks, file.stripe(0), PaperFile.storage(file.spare(3)));
    assertThat(work.refresh()).isFalse();
  }

  /** It may only be slow, and still write there. Of many free nodes one is left each time. */
  @Test
  void whereAnEarlierRepairMayWriteNoOtherMemberIsPut() {
    for (int left = 0; left < 4; left++) {
      file = new PaperFile(2, 4);
      file.takeAway(0, PARITY, file.nodeOf(0, PARITY));
      DatanodeStorageInfo free = PaperFile.storage(file.spare(left));
      List<DatanodeStorageInfo> earlier =
          allNodes().map(PaperFile::storage).filter(storage -> storage != free).toList();
      EarlierTargets.add(file.blocks, file.stripe(0), earlier);
      assertThat(plan(file.health(), file.parity(0)).targets()).containsExactly(free);
    }
  }

  /** Two groups each, as many as each may repair. */
  private void haveAllNodesEncode() {
    EncodingSlots slots = EncodingSlots.of(file.blocks);
    for (int group = 0; group < 2; group++) {
      BlockInfoDecoupled other = file.parity(group);
      RepairQueueWindow.addPending(
          file.blocks, other, PaperFile.storage(file.spare(0)), PaperFile.storage(file.spare(1)));
      allNodes().forEach(node -> slots.take(node, other));
    }
  }

  private Stream<DatanodeDescriptor> allNodes() {
    return Stream.concat(
        IntStream.range(0, 2 * PaperFile.N).mapToObj(i -> file.nodeOf(0, i)),
        IntStream.range(0, 4).mapToObj(file::spare));
  }

  @Test
  void newParityWaitsForANodeThatMayEncodeOneMoreGroup() {
    file.beginWider(false);
    assertThat(plan(file.healthOfNext(), file.wider(0)).refresh()).isTrue();
    haveAllNodesEncode();
    assertThat(plan(file.healthOfNext(), file.wider(0)).refresh()).isFalse();
  }

  @Test
  void noRepairWaitsForThat() {
    GroupReconstructionWork work = repair();
    haveAllNodesEncode();
    assertThat(work.refresh()).isTrue();
  }
}
