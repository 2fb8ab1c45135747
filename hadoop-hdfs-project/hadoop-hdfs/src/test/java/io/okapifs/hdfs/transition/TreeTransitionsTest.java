package io.okapifs.hdfs.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.namenode.journal.KeptAtRoot;
import io.okapifs.hdfs.protocol.proto.OkapiJournalProtos.TreeTransitionsProto;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Requests for trees as image and journal keep them. */
class TreeTransitionsTest {

  private static TreeTransition tree(long id) {
    return new TreeTransition(
        id, 16_385 + id, new TransitionGoal("RS-6-3-1024k@2", TransitionRecord.URGENT, true, false,
            id == 3 ? "adapt-1" : ""),
        86_400_000, 1_700_000_000_000L, "alice", id % 2 == 0);
  }

  private static TreeTransitions trees(long count) {
    return LongStream.rangeClosed(1, count)
        .mapToObj(TreeTransitionsTest::tree)
        .reduce(TreeTransitions.none(), TreeTransitions::with, (first, second) -> second);
  }

  @Test
  void theyAreReadAsTheyWereWritten() {
    assertThat(TreeTransitions.parse(trees(3).toValue())).isEqualTo(trees(3));
    assertThat(TreeTransitions.parse(TreeTransitions.none().toValue()))
        .isEqualTo(TreeTransitions.none());
  }

  @Test
  void anIdIsNeverGivenAgain() {
    TreeTransitions left = trees(3).without(3).without(1);
    assertThat(left.all()).containsExactly(tree(2));
    assertThat(TreeTransitions.parse(left.toValue()).lastId()).isEqualTo(3);
  }

  @Test
  void oneThatIsPausedTakesThePlaceOfItself() {
    TreeTransition paused = tree(1).paused(true);
    assertThat(trees(2).with(paused).all()).containsExactlyInAnyOrder(paused, tree(2));
    assertThat(trees(2).with(paused).ofDirectory(paused.directoryId())).contains(paused);
  }

  @Test
  void fourHundredFitIntoOneAttribute() {
    assertThat(trees(400).toValue().length).isLessThan(KeptAtRoot.VALUE_MAX);
  }

  @Test
  void whatIsOfANewerVersionIsNotRead() {
    byte[] newer =
        TreeTransitionsProto.newBuilder().setFormatVersion(2).setLastId(7).build().toByteArray();
    assertThatThrownBy(() -> TreeTransitions.parse(newer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("formatVersion=2, known=1");
    assertThatThrownBy(() -> TreeTransitions.parse(new byte[] {1, 2, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("value=010203");
  }
}
