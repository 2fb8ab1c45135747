package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.health.TransitionRules;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;

/** When the last step of a transition may be taken, and when a new group may be encoded. */
class TransitionProgressTest {

  private static final int DATA = 1;
  private static final int PARITY = 4;

  private final PaperFile file = new PaperFile(2, 3);

  private boolean isWhole() {
    return new TransitionProgress(file.blocks, file.health()).isWhole(0);
  }

  private int ready() {
    return TransitionProgress.advance(file.blocks, file.inode(), 0, new NamePatience());
  }

  private boolean mayEncode() {
    return TransitionRules.of(file.blocks).mayEncode(file.blocks, file.healthOfNext(), 0);
  }

  @Test
  void aGroupOfWhichEachMemberIsThereOnceIsReady() {
    assertThat(isWhole()).isTrue();
  }

  @Test
  void aGroupThatLacksAMemberIsNotReady() {
    file.takeAway(0, DATA, file.nodeOf(0, DATA));
    assertThat(isWhole()).isFalse();
  }

  /** Either may be the one that goes. */
  @Test
  void aGroupOfWhichAMemberIsThereTwiceIsNotReady() {
    for (int member : new int[] {DATA, PARITY}) {
      file.put(0, member, file.spare(0));
      assertThat(isWhole()).as("member %s", member).isFalse();
      file.takeAway(0, member, file.spare(0));
      assertThat(isWhole()).isTrue();
    }
  }

  @Test
  void aReplicaThatIsToBeDeletedIsNone() {
    file.put(0, DATA, file.spare(0));
    file.markExcess(0, DATA, file.nodeOf(0, DATA));
    assertThat(isWhole()).isTrue();
    file.takeAway(0, DATA, file.spare(0));
    assertThat(isWhole()).isFalse();
  }

  /** It may be deleted by now, by an order of the NameNode before this one. */
  @Test
  void whatNodesHaveNotReportedToThisNameNodeIsNotReady() {
    file.beginWider(false);
    for (int index = 0; index < 3; index++) {
      PaperFile.put(file.wider(0), index, file.spare(index));
    }
    assertThat(ready()).isOne();
    for (DatanodeDescriptor node : List.of(file.nodeOf(0, DATA), file.spare(0))) {
      PaperFile.storage(node).setBlockContentsStale(true);
      assertThat(ready()).isZero();
      PaperFile.storage(node).setBlockContentsStale(false);
      assertThat(ready()).isOne();
    }
  }

  @Test
  void parityOnANodeThatLeavesIsNotReady() {
    file.nodeOf(0, PARITY).startDecommission();
    assertThat(isWhole()).isFalse();
  }

  @Test
  void dataOnANodeThatLeavesMayStayBesideItsCopy() {
    file.nodeOf(0, DATA).startDecommission();
    file.put(0, DATA, file.spare(0));
    assertThat(isWhole()).isTrue();
  }

  @Test
  void aMemberOnADeadNodeIsNotReady() {
    file.nodeOf(0, DATA).setAlive(false);
    assertThat(isWhole()).isFalse();
  }

  @Test
  void aMemberThatIsCorruptIsNotReady() {
    file.markCorrupt(0, DATA, file.nodeOf(0, DATA));
    assertThat(isWhole()).isFalse();
  }

  @Test
  void aGroupWithABlockThatCanMoveToABetterPlaceIsNotReady() {
    file.takeAway(0, DATA, file.nodeOf(0, DATA));
    file.put(0, DATA, file.nodeOf(0, PARITY));
    assertThat(isWhole()).isFalse();
  }

  /** A move that begins while a group is encoded costs the whole group. */
  @Test
  void aNewGroupIsEncodedOnceItsDataLiesApart() {
    file.beginWider(false);
    assertThat(mayEncode()).isTrue();
    file.takeAway(1, DATA, file.nodeOf(1, DATA));
    file.put(1, DATA, file.nodeOf(0, DATA));
    assertThat(mayEncode()).as("two members on a node").isFalse();
    file.put(1, DATA, file.spare(0));
    assertThat(mayEncode()).as("a move is under way").isFalse();
    file.takeAway(1, DATA, file.nodeOf(0, DATA));
    assertThat(mayEncode()).isTrue();
  }

  @Test
  void nothingIsEncodedForAFileThatIsPaused() {
    file.beginWider(true);
    assertThat(mayEncode()).isFalse();
  }
}
