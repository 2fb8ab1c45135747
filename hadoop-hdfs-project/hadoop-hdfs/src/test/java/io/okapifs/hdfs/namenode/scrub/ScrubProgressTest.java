package io.okapifs.hdfs.namenode.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.repair.ScrubResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pass as the NameNode brings it forward, and as another one finds it. */
class ScrubProgressTest {

  private static final long LAST = ScrubPosition.FIRST.inodeId() + 50;
  private static final long PATIENCE = 1000;

  private final ScrubProgress progress = new ScrubProgress(ScrubState.none(), 0);

  private static ScrubPosition group(int number) {
    return new ScrubPosition(ScrubPosition.FIRST.inodeId() + 1, number);
  }

  private ScrubWindow.Entry handOut(int number) {
    progress.window().add(group(number));
    ScrubWindow.Entry entry = progress.window().due(0).get(0);
    progress.window().handOut(entry, number, "a", -16, 0, PATIENCE);
    return entry;
  }

  @Test
  void theNextNameNodeGoesOnAtTheFirstGroupThatIsNotDoneAndCountsNoneTwice() {
    progress.begin(100, LAST);
    ScrubWindow.Entry first = handOut(0);
    handOut(1);
    ScrubWindow.Entry third = handOut(2);
    progress.window().take(first, Outcome.FITS, 7, 0, PATIENCE);
    progress.window().take(third, Outcome.FITS, 7, 0, PATIENCE);
    progress.settle(200);
    assertThat(progress.state().running().orElseThrow().verified()).isOne();
    assertThat(progress.shown().running().orElseThrow().verified()).isEqualTo(2);

    ScrubProgress next = new ScrubProgress(ScrubState.parse(progress.state().toValue()), 0);
    assertThat(next.walk().orElseThrow().at()).isEqualTo(group(1));
    assertThat(next.state().running()).isEqualTo(progress.state().running());
    assertThat(next.window().isEmpty()).isTrue();
  }

  @Test
  void betweenTwoPassesNothingIsLookedFor() {
    assertThat(progress.walk()).isEmpty();
    progress.begin(100, ScrubPosition.FIRST.inodeId() - 1);
    progress.settle(150);
    assertThat(progress.state().running()).isEmpty();
    assertThat(progress.state().ended().orElseThrow().endedMillis()).isEqualTo(150);
    assertThat(progress.walk()).isEmpty();
    assertThat(progress.nextPassMillis(1000)).isEqualTo(1100);
    ScrubProgress next = new ScrubProgress(ScrubState.parse(progress.state().toValue()), 0);
    assertThat(next.walk()).isEmpty();
  }

  @Test
  void aPassWithAGroupUnderWayDoesNotEnd() {
    progress.begin(100, ScrubPosition.FIRST.inodeId() - 1);
    ScrubWindow.Entry entry = handOut(0);
    progress.settle(150);
    assertThat(progress.state().running()).isPresent();
    progress.window().take(entry, Outcome.FITS, 7, 0, PATIENCE);
    progress.settle(160);
    assertThat(progress.state().running()).isEmpty();
  }

  @Test
  void aWrongGroupWasFoundWhenADataNodeToldHoweverLongAnotherOneHoldsUpTheCursor() {
    progress.begin(100, LAST);
    ScrubWindow.Entry slow = handOut(0);
    progress.window().takeWrong(handOut(1), List.of(3), 7, 150);
    progress.settle(160);
    WrongGroup found = new WrongGroup(group(1).inodeId(), 1, 150, List.of(3));
    assertThat(progress.state().wrong()).isEmpty();
    assertThat(progress.shown().wrong()).containsExactly(found);
    progress.window().take(slow, Outcome.FITS, 7, 0, PATIENCE);
    progress.settle(900);
    assertThat(progress.state().wrong()).containsExactly(found);
  }

  @Test
  void isJournaledAtTheEndsOfAPassWhereAGroupIsWrongAndOnceInAWhile() {
    assertThat(progress.isToBeNoted(PATIENCE, PATIENCE)).isFalse();
    progress.begin(100, LAST);
    assertThat(progress.isToBeNoted(0, PATIENCE)).as("begun").isTrue();
    progress.note(progress.state(), 0);
    assertThat(progress.isToBeNoted(PATIENCE, PATIENCE)).as("as it was").isFalse();

    progress.window().take(handOut(0), Outcome.FITS, 7, 0, PATIENCE);
    progress.settle(200);
    assertThat(progress.isToBeNoted(PATIENCE - 1, PATIENCE)).as("soon").isFalse();
    assertThat(progress.isToBeNoted(PATIENCE, PATIENCE)).as("later").isTrue();

    progress.window().takeWrong(handOut(1), List.of(3), 7, 150);
    progress.settle(200);
    assertThat(progress.isToBeNoted(1, PATIENCE)).as("wrong").isTrue();
    progress.note(progress.state(), 0);
    assertThat(progress.isToBeNoted(1, PATIENCE)).isFalse();
  }
}
