package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.transition.TransitionRecord.NORMAL;
import static io.okapifs.hdfs.transition.TransitionRecord.URGENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import org.junit.jupiter.api.Test;

/** Whose turn it is among files in transition. */
final class TransitionQueueTest {

  private static final byte POLICY = 65;

  private final TransitionQueue queue = new TransitionQueue();

  private static TransitionRecord queued(int priority, long sinceMillis) {
    return TransitionRecord.queued(POLICY, priority, sinceMillis);
  }

  private void begin(long file, int priority) {
    queue.remember(file, queued(priority, 0).started(new TransitionRecord.Ids()));
  }

  private Long next(int most) {
    return queue.next(most, priority -> true, 0).orElse(null);
  }

  @Test
  void theMostUrgentThatWaitsLongestIsNext() {
    queue.remember(1, queued(NORMAL, 10));
    queue.remember(2, queued(NORMAL, 5));
    assertThat(next(1)).isEqualTo(2);
    queue.remember(3, queued(URGENT, 20));
    assertThat(next(1)).isEqualTo(3);
    queue.forget(3);
    queue.forget(2);
    assertThat(next(1)).isEqualTo(1);
  }

  @Test
  void whatIsUrgentDoesNotWaitForTheEndOfWhatIsLessSo() {
    begin(1, NORMAL);
    queue.remember(2, queued(NORMAL, 0));
    assertThat(next(1)).isNull();
    assertThat(next(2)).isEqualTo(2);
    queue.remember(3, queued(URGENT, 0));
    assertThat(next(1)).isEqualTo(3);
    begin(3, URGENT);
    queue.remember(4, queued(URGENT, 0));
    assertThat(next(1)).isNull();
  }

  @Test
  void whatMayNotWorkNowIsNotNext() {
    queue.remember(1, queued(NORMAL, 0));
    assertThat(queue.next(1, priority -> priority == URGENT, 0)).isEmpty();
  }

  @Test
  void whatIsPausedHasNoTurnAndTakesNoPlace() {
    begin(1, NORMAL);
    queue.remember(2, queued(NORMAL, 0).paused(true));
    queue.remember(3, queued(NORMAL, 1));
    assertThat(next(1)).isNull();
    queue.remember(1, queued(NORMAL, 0).started(new TransitionRecord.Ids()).paused(true));
    assertThat(next(1)).isEqualTo(3);
    assertThat(queue.atWork()).isEmpty();
    assertThat(queue.begun()).containsExactly(1L);
    queue.remember(2, queued(NORMAL, 0));
    assertThat(next(1)).isEqualTo(2);
  }

  @Test
  void whatFailedIsInNobodysWayForAMinute() {
    queue.remember(1, queued(NORMAL, 0));
    queue.remember(2, queued(NORMAL, 1));
    begin(3, NORMAL);
    IllegalStateException why = new IllegalStateException("no look");
    queue.setAside(1, why, 0);
    queue.setAside(3, why, 0);
    assertThat(next(2)).isEqualTo(2);
    assertThat(queue.toLookAt(0)).isEmpty();
    assertThat(queue.aside()).isEqualTo(2);
    assertThat(queue.asideFor(1)).containsSame(why);
    long later = TransitionQueue.ASIDE_NANOS;
    assertThat(queue.next(2, priority -> true, later)).contains(1L);
    assertThat(queue.toLookAt(later)).containsExactly(3L);
    queue.takeBack(1);
    queue.forget(3);
    assertThat(next(2)).isEqualTo(1);
    assertThat(queue.aside()).isZero();
  }

  @Test
  void whatIsResumedIsAtWorkAgain() {
    TransitionRecord begun = queued(NORMAL, 0).started(new TransitionRecord.Ids());
    queue.remember(1, begun.paused(true));
    queue.remember(1, begun);
    assertThat(queue.atWork()).containsExactly(1L);
  }

  @Test
  void whatHasEndedRestsNoMore() {
    begin(1, NORMAL);
    queue.setOutsideWindow(1, true);
    queue.forget(1);
    assertThat(queue.isOutsideWindow(1)).isFalse();
  }

  @Test
  void aFileThatGoesOnKeepsWhatIsKnownOfIt() {
    begin(1, NORMAL);
    queue.setReady(1, 7);
    begin(1, NORMAL);
    assertThat(queue.progress(1).ready()).isEqualTo(7);
    queue.remember(1, queued(NORMAL, 0).then(Step.ABORTED));
    assertThat(queue.progress(1).ready()).isZero();
    assertThat(queue.begun()).isEmpty();
  }

  @Test
  void filesOfEveryStateAreListedInPartsByTheirIds() {
    begin(5, NORMAL);
    queue.remember(3, queued(NORMAL, 0));
    queue.remember(9, queued(NORMAL, 0).paused(true));
    queue.remember(7, queued(NORMAL, 0).started(new TransitionRecord.Ids()).paused(true));
    assertThat(queue.filesAbove(Long.MIN_VALUE, 3)).containsExactly(3L, 5L, 7L);
    assertThat(queue.filesAbove(7, 3)).containsExactly(9L);
  }

  @Test
  void theOldestIsAmongThoseThatWaitOrHaveBegunAndDoNotRest() {
    assertThat(queue.oldestMillis()).isEmpty();
    queue.remember(1, queued(URGENT, 50));
    queue.remember(2, queued(NORMAL, 40));
    assertThat(queue.oldestMillis()).hasValue(40);
    TransitionRecord begun = queued(NORMAL, 30).started(new TransitionRecord.Ids());
    queue.remember(3, begun);
    queue.remember(4, queued(NORMAL, 20).paused(true));
    assertThat(queue.oldestMillis()).hasValue(30);
    queue.remember(3, begun.paused(true));
    assertThat(queue.oldestMillis()).hasValue(40);
    queue.forget(2);
    assertThat(queue.oldestMillis()).hasValue(50);
  }

  @Test
  void theLastThousandThatWereGivenUpAreRemembered() {
    for (long file = 0; file < 1001; file++) {
      queue.giveUp(
          file,
          new TransitionStatus(
              Step.ABORTED, false, NORMAL, 0, "a", "b", 0, 0, 0, 0, 0, "why " + file, "/f",
              ""));
    }
    assertThat(queue.givenUp()).hasSize(1000).doesNotContainKey(0L);
    assertThat(queue.givenUp(1000)).get().extracting(TransitionStatus::why).isEqualTo("why 1000");
    queue.remember(1000, queued(NORMAL, 0));
    assertThat(queue.givenUp(1000)).isEmpty();
  }
}
