package io.okapifs.hdfs.namenode.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks that share a node with another member move apart, one at a time and none twice. */
class GroupPlacementTest {

  private static final int DATA = 1;
  private static final int PARITY = 4;

  private final PaperFile file = new PaperFile(2, 3);

  @BeforeEach
  void putDataBesideParity() {
    file.takeAway(0, DATA, file.nodeOf(0, DATA));
    file.put(0, DATA, file.nodeOf(0, PARITY));
  }

  private Optional<GroupPlacement.Misplaced> misplaced(BlockInfoDecoupled block) {
    return GroupPlacement.findMisplaced(file.blocks, block);
  }

  @Test
  void eachOfTwoMembersOnANodeCouldLieBetter() {
    assertThat(misplaced(file.stripe(0))).isPresent();
    assertThat(misplaced(file.parity(0))).isPresent();
    assertThat(misplaced(file.stripe(1))).isEmpty();
  }

  /** Else HDFS's policy finds a rack full that the block is about to leave. */
  @Test
  void thePlaceThatABlockLeavesIsNotTaken() {
    PaperFile onOneRack = new PaperFile(1, List.of(5, 1));
    GroupPlacement.Misplaced block =
        GroupPlacement.findMisplaced(onOneRack.blocks, onOneRack.stripe(0)).orElseThrow();
    assertThat(block.others()).hasSize(PaperFile.N - 1).doesNotContain(block.storage());
  }

  @Test
  void aNodeThatABlockLeavesIsTakenByTheOtherMemberOnIt() {
    assertThat(misplaced(file.stripe(0)).orElseThrow().others())
        .contains(PaperFile.storage(file.nodeOf(0, PARITY)));
  }

  @Test
  void aBlockThatIsMovingIsNotMovedAgainAndTheOtherStays() {
    file.put(0, DATA, file.spare(0));
    assertThat(misplaced(file.stripe(0))).isEmpty();
    assertThat(misplaced(file.parity(0))).isEmpty();
  }

  @Test
  void whereNoNodeIsBetterABlockStays() {
    for (int spare = 0; spare < 3; spare++) {
      file.spare(spare).startDecommission();
    }
    // What held the block before, and the members of the other group.
    file.nodeOf(0, DATA).startDecommission();
    for (int member = 0; member < PaperFile.N; member++) {
      file.nodeOf(1, member).startDecommission();
    }
    assertThat(misplaced(file.stripe(0))).isEmpty();
  }

  /** A move of the data block, to a node that was chosen. */
  private MemberMoveWork move() {
    BlockInfoDecoupled block = file.stripe(0);
    GroupHealth health = file.health();
    GroupPlacement placement = new GroupPlacement(file.blocks, health, block);
    MemberMoveWork move =
        new MemberMoveWork(
            file.blocks, health, block, placement, placement.misplaced().orElseThrow(),
            RepairQueueWindow.BADLY_DISTRIBUTED);
    move.choose(
        file.placement(), BlockStoragePolicySuite.createDefaultSuite(),
        new HashSet<>(GroupPlacement.nodesOf(block)));
    assertThat(move.targets()).hasSize(1);
    return move;
  }

  /** Of two members on one node only one shall move. */
  @Test
  void aMoveIsGivenUpWhereTheOtherMemberHasBegunToMove() {
    MemberMoveWork move = move();
    assertThat(move.refresh()).isTrue();
    RepairQueueWindow.addPending(
        file.blocks, file.parity(0), PaperFile.storage(file.spare(2)));
    assertThat(move.refresh()).isFalse();
  }

  @Test
  void aMoveIsGivenUpWhereNewParityIsBeingEncodedFromTheBlock() {
    file.beginWider(false);
    MemberMoveWork move = move();
    assertThat(move.refresh()).isTrue();
    RepairQueueWindow.addPending(
        file.blocks, file.wider(0), PaperFile.storage(file.spare(2)));
    assertThat(move.refresh()).isFalse();
  }

  @Test
  void aMoveIsGivenUpWhereItsTargetHasGotAnotherMember() {
    MemberMoveWork move = move();
    file.takeAway(0, 2, file.nodeOf(0, 2));
    file.put(0, 2, move.targets().get(0).getDatanodeDescriptor());
    assertThat(move.refresh()).isFalse();
  }

  @Test
  void aMoveIsGivenUpWhereTheBlockHasMoved() {
    MemberMoveWork move = move();
    file.put(0, DATA, file.spare(0));
    file.takeAway(0, DATA, file.nodeOf(0, PARITY));
    assertThat(move.refresh()).isFalse();
  }
}
