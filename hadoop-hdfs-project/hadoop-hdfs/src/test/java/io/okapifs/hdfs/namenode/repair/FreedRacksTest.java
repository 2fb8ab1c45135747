package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.testing.WarningLog;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.Test;

/** A replica that goes takes no place on its rack from the block that is made in its stead. */
class FreedRacksTest {

  /** HDFS's policy chooses among racks at random. */
  private static final int ROUNDS = 20;

  private static final int PRIORITY = RepairQueueWindow.LOW;
  private static final int ALONE = 4;

  private PaperFile file;

  /** Members on racks of {@code perRack} nodes: a node is rack times nodes per rack, and number. */
  private void place(int racks, int perRack, int... nodes) {
    file = new PaperFile(1, IntStream.range(0, racks).mapToObj(any -> perRack).toList());
    for (int member = 0; member < nodes.length; member++) {
      file.takeAway(0, member, file.nodeOf(0, member));
    }
    for (int member = 0; member < nodes.length; member++) {
      file.put(0, member, file.nodes().get(nodes[member]));
    }
  }

  /** Two members on the first of four racks, one on each of the others. */
  private DatanodeDescriptor placeOnFourRacks() {
    place(4, 3, 0, 1, 3, 6, 9);
    return file.nodes().get(9);
  }

  private interface Choice {
    void among(BlockPlacementPolicy policy, BlockStoragePolicySuite policies, Set<Node> never);
  }

  private DatanodeDescriptor target(BlockInfoDecoupled block, GroupWork work, Choice choice) {
    try (WarningLog warnings = new WarningLog()) {
      choice.among(
          file.placement(), BlockStoragePolicySuite.createDefaultSuite(),
          new HashSet<>(GroupPlacement.nodesOf(block)));
      assertThat(warnings.lines()).isEmpty();
    }
    assertThat(work.targets()).hasSize(1);
    return work.targets().get(0).getDatanodeDescriptor();
  }

  private DatanodeDescriptor copy() {
    GroupHealth health = file.health();
    BlockInfoDecoupled parity = file.parity(0);
    MemberCopyWork work =
        new MemberCopyWork(
            file.blocks, health, parity,
            LeavingMembers.of(file.blocks, health, parity, PRIORITY), PRIORITY);
    return target(parity, work, work::choose);
  }

  private DatanodeDescriptor rebuild(BlockInfoDecoupled block) {
    GroupHealth health = file.health();
    RepairInputs inputs = RepairInputs.of(file.blocks, health, 0);
    GroupReconstructionWork work =
        new GroupReconstructionWork(
            file.blocks, health, 0, block, inputs,
            GroupRepairs.missing(file.blocks, health, 0, inputs), PRIORITY);
    return target(block, work, work::choose);
  }

  private void assertThatItsRackIsKept(
      Consumer<DatanodeDescriptor> harm, Supplier<DatanodeDescriptor> restore) {
    for (int round = 0; round < ROUNDS; round++) {
      DatanodeDescriptor node = placeOnFourRacks();
      harm.accept(node);
      assertThat(restore.get().getNetworkLocation()).isEqualTo(node.getNetworkLocation());
    }
  }

  @Test
  void aCopyFromANodeThatLeavesIsOnItsRack() {
    assertThatItsRackIsKept(DatanodeDescriptor::startDecommission, this::copy);
  }

  @Test
  void aBlockThatIsRebuiltForACorruptOneIsOnItsRack() {
    assertThatItsRackIsKept(
        node -> file.markCorrupt(0, ALONE, node), () -> rebuild(file.parity(0)));
  }

  @Test
  void aBlockThatIsRebuiltForOneOnAFailedStorageIsOnItsRack() {
    assertThatItsRackIsKept(
        node -> PaperFile.setFailed(node, true), () -> rebuild(file.parity(0)));
  }

  /** Nobody knows yet what its disk is worth. */
  @Test
  void aNodeWithACorruptBlockOfTheGroupGetsAnotherOneOnlyWhereNoneIsFree() {
    for (int round = 0; round < ROUNDS; round++) {
      place(1, PaperFile.N + 2, 0, 1, 2, 3, 4);
      file.markCorrupt(0, 0, file.nodeOf(0, 0));
      file.markCorrupt(0, ALONE, file.nodeOf(0, ALONE));
      assertThat(rebuild(file.stripe(0))).isIn(file.spare(0), file.spare(1));
    }
  }

  /** Anywhere else its data stripe would be on fewer racks; HDFS's policy calls that rack full. */
  @Test
  void aBlockLeavesANodeForAnotherOneOfItsCrowdedRack() {
    place(3, 3, 0, 3, 6, 0, 1);
    BlockInfoDecoupled stripe = file.stripe(0);
    GroupHealth health = file.health();
    GroupPlacement placement = new GroupPlacement(file.blocks, health, stripe);
    MemberMoveWork work =
        new MemberMoveWork(
            file.blocks, health, stripe, placement, placement.misplaced().orElseThrow(), PRIORITY);
    assertThat(target(stripe, work, work::choose)).isSameAs(file.nodes().get(2));
  }
}
