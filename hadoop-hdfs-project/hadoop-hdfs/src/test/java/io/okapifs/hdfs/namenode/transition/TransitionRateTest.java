package io.okapifs.hdfs.namenode.transition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How fast a file's groups become ready, as far as its NameNode can tell. */
class TransitionRateTest {

  private static final long MINUTE = 60_000_000_000L;

  @Test
  void theRateIsThatOfWhatWasAskedFor() {
    BegunTransition found = BegunTransition.begun(1, 0, 0).upTo(5, 3 * MINUTE);
    assertThat(found.ready()).isEqualTo(5);
    assertThat(found.groupsPerMinute(4 * MINUTE)).as("ready before this NameNode looked").isZero();
    BegunTransition later = found.asking(5).asking(6).upTo(7, 4 * MINUTE);
    assertThat(later.groupsPerMinute(4 * MINUTE)).isEqualTo(2);
    assertThat(later.groupsPerMinute(7 * MINUTE)).isEqualTo(0.5);
  }

  @Test
  void groupsThatAreAskedForAgainAreCounted() {
    BegunTransition progress =
        BegunTransition.begun(0, 0, 0).asking(3).asking(4).asking(3).asking(3);
    assertThat(progress.retries()).isEqualTo(2);
    assertThat(progress.moves()).isZero();
    assertThat(progress.moving().asking(4).moving().upTo(5, 1).moves()).isEqualTo(2);
    assertThat(progress.groupsPerMinute(MINUTE)).isZero();
  }
}
