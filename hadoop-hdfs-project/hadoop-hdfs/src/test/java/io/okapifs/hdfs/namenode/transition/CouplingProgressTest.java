package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.repair.LinkTask.Link;
import io.okapifs.hdfs.repair.TaskEnvelope;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStriped;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.apache.hadoop.hdfs.server.blockmanagement.StripedBlockWindow;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Second names lie where the members of a file lie, and nowhere else, before they become the first. */
class CouplingProgressTest {

  private static final int MEMBER = 1;

  private final PaperFile file = new PaperFile(1, 2);
  private BlockInfoStriped names;

  @BeforeEach
  void begin() {
    file.beginCoupling();
    names = file.coming(0);
  }

  private int ready() {
    return CouplingProgress.advance(file.blocks, file.inode(), 0);
  }

  private void name(int member, DatanodeDescriptor node) {
    PaperFile.put(names, member, node);
  }

  private Block nameOf(int member) {
    return PaperFile.replica(names, member);
  }

  private void nameAll() {
    for (int member = 0; member < PaperFile.N; member++) {
      name(member, file.nodeOf(0, member));
    }
  }

  /** What a node is asked to link, and has not fetched yet. */
  private static List<Link> fetch(DatanodeDescriptor node) {
    List<BlockECReconstructionInfo> tasks = node.getErasureCodeCommand(Integer.MAX_VALUE);
    return Stream.ofNullable(tasks)
        .flatMap(List::stream)
        .flatMap(task -> TaskEnvelope.links(task.getErasureCodingPolicy()).links().stream())
        .toList();
  }

  @Test
  void everyNodeIsAskedToNameWhatItHas() {
    assertThat(ready()).isZero();
    for (int member = 0; member < PaperFile.N; member++) {
      Block block = PaperFile.replica(file.ownerOf(0, member), member % PaperFile.K);
      assertThat(fetch(file.nodeOf(0, member)))
          .containsExactly(
              new Link(
                  block.getBlockId(), PaperFile.STAMP, names.getBlockId() + member, PaperFile.NAME_STAMP,
                  NodesOfTest.BLOCK));
    }
    assertThat(fetch(file.spare(0))).isEmpty();
  }

  @Test
  void aNodeIsAskedAgainOnceItHasFetchedWhatItWasAskedFor() {
    ready();
    ready();
    assertThat(fetch(file.nodeOf(0, MEMBER))).hasSize(1);
    ready();
    assertThat(fetch(file.nodeOf(0, MEMBER))).hasSize(1);
  }

  @Test
  void aGroupIsReadyOnceAllItsNamesAreThere() {
    for (int member = 0; member < PaperFile.N; member++) {
      assertThat(ready()).isZero();
      name(member, file.nodeOf(0, member));
    }
    assertThat(ready()).isOne();
  }

  @Test
  void aMemberThatIsMovingIsWaitedForThoughItIsNamedInBothPlaces() {
    nameAll();
    file.put(0, MEMBER, file.spare(0));
    name(MEMBER, file.spare(0));
    assertThat(ready()).isZero();
  }

  @Test
  void aNameWhereItsMemberLiesNoMoreIsDeletedFirst() {
    nameAll();
    name(MEMBER, file.spare(0));
    assertThat(ready()).isZero();
    file.verifyDeleted(nameOf(MEMBER), file.spare(0));
    assertThat(ready()).isOne();
  }

  /** A node has one block of each of HDFS's block groups. */
  @Test
  void aMemberBesideAnotherOneHasNoName() {
    int beside = PaperFile.N - 1;
    for (DatanodeDescriptor free :
        List.of(file.nodeOf(0, MEMBER), file.spare(0), file.spare(1))) {
      free.startDecommission();
    }
    file.takeAway(0, MEMBER, file.nodeOf(0, MEMBER));
    file.put(0, MEMBER, file.nodeOf(0, beside));
    for (int member = 0; member < PaperFile.N; member++) {
      if (member != MEMBER) {
        name(member, file.nodeOf(0, member));
      }
    }
    assertThat(ready()).isZero();
  }

  @Test
  void aNameOfAnotherMemberIsDeleted() {
    DatanodeDescriptor node = file.nodeOf(0, MEMBER);
    name(0, node);
    assertThat(ready()).isZero();
    assertThat(StripedBlockWindow.storageOn(names, node)).isNull();
  }

  @Test
  void aNameThatIsCorruptIsNone() {
    nameAll();
    file.markCorrupt(names, file.nodeOf(0, MEMBER));
    assertThat(ready()).isZero();
  }

  @Test
  void whatANodeThatLeavesHasIsNotNamed() {
    file.nodeOf(0, MEMBER).startDecommission();
    ready();
    assertThat(fetch(file.nodeOf(0, MEMBER))).isEmpty();
  }

  @Test
  void everySingleNameMustBeProven() {
    for (int member = 0; member < PaperFile.N; member++) {
      int missing = member;
      begin();
      nameAll();
      assertThat(ready()).isOne();
      file.storageOf(0, missing).setBlockContentsStale(true);
      assertThat(ready()).as("not reported: %s", missing).isZero();
      PaperFile.takeAway(names, file.nodeOf(0, missing));
      assertThat(ready()).as("neither named nor reported: %s", missing).isZero();
      file.storageOf(0, missing).setBlockContentsStale(false);
    }
  }

  @Test
  void aNameOnANodeThatLeavesIsNotReady() {
    nameAll();
    DatanodeDescriptor node = file.nodeOf(0, MEMBER);
    node.startDecommission();
    assertThat(ready()).isZero();
    node.stopDecommission();
    node.startMaintenance();
    assertThat(ready()).isZero();
    node.stopMaintenance();
    assertThat(ready()).isOne();
  }
}
