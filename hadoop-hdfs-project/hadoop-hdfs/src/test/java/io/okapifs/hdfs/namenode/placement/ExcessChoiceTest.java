package io.okapifs.hdfs.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.placement.ExcessChoice.Chosen;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.junit.jupiter.api.Test;

/**
 * RS-3-2, five members, on paper. The nodes of the members come first, in the order of the racks;
 * the spare ones are behind them.
 */
class ExcessChoiceTest {

  /** Moves a member as a balancer does: a copy, and the node from which it was taken as a hint. */
  private static Optional<Chosen> move(
      PaperFile file, int member, DatanodeDescriptor from, DatanodeDescriptor to,
      DatanodeDescriptor hint) {
    file.put(0, member, to);
    BlockInfoDecoupled block = file.ownerOf(0, member);
    return ExcessChoice.of(
        new GroupPlacement(file.blocks, file.health(), block),
        List.of(PaperFile.storage(from), PaperFile.storage(to)), hint);
  }

  private static Optional<Chosen> move(PaperFile file, int member, DatanodeDescriptor to) {
    DatanodeDescriptor from = file.nodeOf(0, member);
    return move(file, member, from, to, from);
  }

  @Test
  void aMoveToANodeWithoutAMemberIsFollowed() {
    PaperFile file = new PaperFile(1, List.of(6));
    assertThat(move(file, 0, file.spare(0)))
        .contains(new Chosen(file.storageOf(0, 0), false));
  }

  @Test
  void aMoveOfADataBlockToTheNodeOfParityIsUndone() {
    PaperFile file = new PaperFile(1, List.of(6));
    assertThat(move(file, 0, file.nodeOf(0, 4)))
        .contains(new Chosen(file.storageOf(0, 4), true));
  }

  @Test
  void aMoveOfParityToTheNodeOfADataBlockIsUndone() {
    PaperFile file = new PaperFile(1, List.of(6));
    assertThat(move(file, 4, file.nodeOf(0, 0)))
        .contains(new Chosen(file.storageOf(0, 0), true));
  }

  @Test
  void aReplicaThatARepairMayReadStays() {
    PaperFile file = new PaperFile(1, List.of(7));
    RepairQueueWindow.addPending(
        file.blocks, file.ownerOf(0, 4), PaperFile.storage(file.spare(1)));
    assertThat(move(file, 0, file.spare(0)))
        .contains(new Chosen(PaperFile.storage(file.spare(0)), false));
  }

  @Test
  void aReplicaThatNewParityIsMadeOfStays() {
    PaperFile file = new PaperFile(2, 3);
    file.beginWider(false);
    RepairQueueWindow.addPending(
        file.blocks, file.wider(0), PaperFile.storage(file.spare(2)));
    assertThat(move(file, 0, file.spare(0)))
        .contains(new Chosen(PaperFile.storage(file.spare(0)), false));
  }

  /** Three, one and one member: three racks become two. */
  @Test
  void aMoveThatLeavesARackEmptyIsUndone() {
    PaperFile file = new PaperFile(1, List.of(3, 1, 2));
    assertThat(move(file, 3, file.spare(0)))
        .contains(new Chosen(PaperFile.storage(file.spare(0)), true));
  }

  /** Two, two and one member; then one, two and two; then one, one and three. */
  @Test
  void aMoveBeyondTheShareOfARackIsUndone() {
    PaperFile file = new PaperFile(1, List.of(2, 2, 3));
    assertThat(move(file, 0, file.spare(0)))
        .contains(new Chosen(file.storageOf(0, 0), false));
    file.takeAway(0, 0, file.nodeOf(0, 0));
    assertThat(move(file, 3, file.spare(1)))
        .contains(new Chosen(PaperFile.storage(file.spare(1)), true));
  }

  @Test
  void aMoveWithinACrowdedRackIsFollowed() {
    PaperFile file = new PaperFile(1, List.of(6, 1));
    DatanodeDescriptor onFirstRack = file.spare(0);
    assertThat(onFirstRack.getNetworkLocation())
        .isEqualTo(file.nodeOf(0, 0).getNetworkLocation());
    assertThat(move(file, 0, onFirstRack))
        .contains(new Chosen(file.storageOf(0, 0), false));
  }

  /** As when the NameNode did not know yet whether another replica is gone: it forgot the hint. */
  @Test
  void withoutAHintTheReplicaGoesThatIsWorse() {
    PaperFile file = new PaperFile(1, List.of(2, 2, 3));
    file.put(0, 0, file.spare(0));
    file.takeAway(0, 0, file.nodeOf(0, 0));
    assertThat(move(file, 3, file.nodeOf(0, 3), file.spare(1), null))
        .contains(new Chosen(PaperFile.storage(file.spare(1)), false));
  }

  @Test
  void withoutAHintOfEqualsTheOneWithTheLeastRoomGoes() {
    PaperFile file = new PaperFile(1, List.of(6));
    DatanodeDescriptor old = file.nodeOf(0, 0);
    DatanodeDescriptor other = file.spare(0);
    other.setRemaining(old.getRemaining() - 1);
    assertThat(move(file, 0, old, other, null))
        .contains(new Chosen(PaperFile.storage(other), false));
    old.setRemaining(other.getRemaining() - 1);
    assertThat(move(file, 0, old, other, null))
        .contains(new Chosen(PaperFile.storage(old), false));
  }

  /** Archives are on the third rack alone: the second one loses its only member. */
  @Test
  void aMoveToTheStorageThatIsWantedMayCostARack() {
    PaperFile file = new PaperFile(1, List.of(4, 1, 3));
    file.setStoragePolicy(HdfsConstants.COLD_STORAGE_POLICY_ID);
    PaperFile.setType(file.spare(0), StorageType.ARCHIVE);
    PaperFile.setType(file.spare(1), StorageType.ARCHIVE);
    assertThat(move(file, 0, file.spare(0)))
        .contains(new Chosen(file.storageOf(0, 0), false));
    file.takeAway(0, 0, file.nodeOf(0, 0));
    assertThat(move(file, 4, file.spare(1)))
        .contains(new Chosen(file.storageOf(0, 4), false));
  }

  /** As above, of a NameNode that forgot the hint. */
  @Test
  void withoutAHintTheStorageThatIsWantedComesBeforeRacks() {
    PaperFile file = new PaperFile(1, List.of(4, 1, 3));
    file.setStoragePolicy(HdfsConstants.COLD_STORAGE_POLICY_ID);
    PaperFile.setType(file.spare(0), StorageType.ARCHIVE);
    PaperFile.setType(file.spare(1), StorageType.ARCHIVE);
    file.put(0, 0, file.spare(0));
    file.takeAway(0, 0, file.nodeOf(0, 0));
    assertThat(move(file, 4, file.nodeOf(0, 4), file.spare(1), null))
        .contains(new Chosen(file.storageOf(0, 4), false));
  }

  @Test
  void withoutAHintNodesComeBeforeTheStorageThatIsWanted() {
    PaperFile file = new PaperFile(1, List.of(6));
    file.setStoragePolicy(HdfsConstants.COLD_STORAGE_POLICY_ID);
    PaperFile.setType(file.nodeOf(0, 4), StorageType.ARCHIVE);
    assertThat(move(file, 0, file.nodeOf(0, 0), file.nodeOf(0, 4), null))
        .contains(new Chosen(file.storageOf(0, 4), false));
  }

  @Test
  void aMoveToTheStorageThatIsWantedMayNotCostANode() {
    PaperFile file = new PaperFile(1, List.of(6));
    file.setStoragePolicy(HdfsConstants.COLD_STORAGE_POLICY_ID);
    PaperFile.setType(file.nodeOf(0, 4), StorageType.ARCHIVE);
    assertThat(move(file, 0, file.nodeOf(0, 4)))
        .contains(new Chosen(file.storageOf(0, 4), true));
  }

  @Test
  void aMoveOffTheStorageThatIsWantedIsUndone() {
    PaperFile file = new PaperFile(1, List.of(6));
    PaperFile.setType(file.spare(0), StorageType.SSD);
    assertThat(move(file, 0, file.spare(0)))
        .contains(new Chosen(PaperFile.storage(file.spare(0)), true));
  }
}
