package io.okapifs.hdfs.namenode.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.repair.ScrubResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Groups between the cursor and what is done. */
class ScrubWindowTest {

  private static final long PATIENCE = 1000;
  private static final long PARITY = -160;

  private final ScrubWindow window = new ScrubWindow();
  private long ids;

  private static ScrubPosition group(int number) {
    return new ScrubPosition(16_400, number);
  }

  private void add(int groups) {
    for (int i = 0; i < groups; i++) {
      window.add(group(i));
    }
  }

  /** The entry, and as its id the number that the test counts. */
  private ScrubWindow.Entry handOut(String node, long now) {
    ScrubWindow.Entry entry = window.due(now).get(0);
    window.handOut(entry, ++ids, node, PARITY, now, PATIENCE);
    return entry;
  }

  private List<ScrubPosition> settled() {
    List<ScrubPosition> settled = new ArrayList<>();
    window.settle(entry -> settled.add(entry.at()));
    return settled;
  }

  @Test
  void whatIsDoneBehindAGroupThatIsNotWaitsForIt() {
    add(3);
    ScrubWindow.Entry slow = handOut("a", 0);
    ScrubWindow.Entry quick = handOut("b", 0);
    window.take(quick, Outcome.FITS, 5, 10, PATIENCE);
    assertThat(settled()).isEmpty();
    assertThat(window.first()).contains(group(0));
    assertThat(window.done()).containsExactly(quick);
    window.take(slow, Outcome.FITS, 5, 20, PATIENCE);
    assertThat(settled()).containsExactly(group(0), group(1));
    assertThat(window.first()).contains(group(2));
    assertThat(window.countUnderWay()).isZero();
  }

  @Test
  void aGroupThatCouldNotBeComparedIsTriedAgainAfterAWhileAndLeftOutInTheEnd() {
    add(1);
    long now = 0;
    for (int attempt = 1; attempt < ScrubWindow.TRIES; attempt++) {
      window.take(handOut("a", now), Outcome.NOT_COMPARED, 5, now, PATIENCE);
      assertThat(window.due(now + PATIENCE - 1)).isEmpty();
      now += PATIENCE;
    }
    ScrubWindow.Entry last = handOut("a", now);
    window.take(last, Outcome.NOT_COMPARED, 5, now, PATIENCE);
    assertThat(last.isLeftOut()).isTrue();
    assertThat(last.isVerified()).isFalse();
    assertThat(last.bytes()).isEqualTo(5L * ScrubWindow.TRIES);
    assertThat(settled()).containsExactly(group(0));
  }

  @Test
  void nobodyWaitsForADataNodeThatSaysNothing() {
    add(1);
    ScrubWindow.Entry entry = handOut("a", 0);
    window.expire(PATIENCE - 1, PATIENCE);
    assertThat(window.underWay(1, "a")).contains(entry);
    window.expire(PATIENCE, PATIENCE);
    assertThat(window.underWay(1, "a")).isEmpty();
    assertThat(window.due(PATIENCE + PATIENCE)).containsExactly(entry);
  }

  @Test
  void whoGetsOnIsWaitedForAsLongAgain() {
    add(1);
    ScrubWindow.Entry entry = handOut("a", 0);
    window.hearFrom("b", Set.of(PARITY), 900, PATIENCE);
    window.hearFrom("a", Set.of(PARITY + 16), 900, PATIENCE);
    window.hearFrom("a", Set.of(PARITY), 500, PATIENCE);
    window.expire(1499, PATIENCE);
    assertThat(window.underWay(1, "a")).contains(entry);
    window.expire(1500, PATIENCE);
    assertThat(window.countUnderWay()).isZero();
  }

  @Test
  void onlyTheDataNodeThatWasAskedIsHeardAndOnlyOfTheLastTask() {
    add(1);
    ScrubWindow.Entry entry = handOut("a", 0);
    assertThat(window.underWay(1, "b")).isEmpty();
    assertThat(window.underWay(2, "a")).isEmpty();
    window.expire(PATIENCE, PATIENCE);
    handOut("a", PATIENCE + PATIENCE);
    assertThat(window.underWay(1, "a")).isEmpty();
    assertThat(window.underWay(2, "a")).contains(entry);
  }

  @Test
  void countsWhatANodeHasToDoAndWhatItMayNotHaveFetched() {
    add(3);
    handOut("a", 0);
    handOut("a", 100);
    handOut("b", 100);
    assertThat(window.countUnderWay("a")).isEqualTo(2);
    assertThat(window.countAskedSince("a", 50)).isOne();
    assertThat(window.countAskedSince("a", 100)).isOne();
    assertThat(window.countAskedSince("a", 101)).isZero();
  }

  @Test
  void aGroupThatIsThereNoMoreCountsForNothing() {
    add(1);
    ScrubWindow.Entry entry = window.due(0).get(0);
    window.drop(entry);
    assertThat(entry.isVerified() || entry.isWrong() || entry.isLeftOut()).isFalse();
    assertThat(settled()).containsExactly(group(0));
  }
}
