package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.repair.TransitionLimits;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much a DataNode may move for transitions. */
class TransitionThrottleTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MIB = 1 << 20;

  private final AtomicLong moved = new AtomicLong();
  private final AtomicLong now = new AtomicLong();

  private TransitionThrottle throttle(long bytesPerSecond, int sharePercent) {
    TransitionThrottle throttle = new TransitionThrottle(moved::get, now::get);
    throttle.limit(new TransitionLimits(bytesPerSecond, sharePercent));
    return throttle;
  }

  /** So many seconds at a rate, with a look in each. */
  private void work(TransitionThrottle throttle, int seconds, long bytesPerSecond) {
    for (int i = 0; i < seconds; i++) {
      now.addAndGet(SECOND);
      moved.addAndGet(bytesPerSecond);
      throttle.sample();
    }
  }

  @Test
  void nothingLimitsItUnlessSaid() {
    TransitionThrottle throttle = new TransitionThrottle(moved::get, now::get);
    work(throttle, 10, MIB);
    assertThat(throttle.bytesPerSecond()).isZero();
  }

  @Test
  void aShareIsThatOfTheLastMinute() {
    TransitionThrottle throttle = throttle(0, 5);
    assertThat(throttle.bytesPerSecond()).as("of an idle node").isEqualTo(TransitionThrottle.FLOOR);
    throttle.sample();
    work(throttle, 60, 100 * MIB);
    assertThat(throttle.bytesPerSecond()).isEqualTo(5 * MIB);
    work(throttle, 30, 0);
    assertThat(throttle.bytesPerSecond()).isEqualTo(5 * MIB / 2);
    work(throttle, 30, 0);
    assertThat(throttle.bytesPerSecond()).isEqualTo(TransitionThrottle.FLOOR);
  }

  @Test
  void theLowerLimitCounts() {
    TransitionThrottle throttle = throttle(20 * MIB, 50);
    throttle.sample();
    work(throttle, 60, 20 * MIB);
    assertThat(throttle.bytesPerSecond()).isEqualTo(10 * MIB);
    work(throttle, 60, 80 * MIB);
    assertThat(throttle.bytesPerSecond()).isEqualTo(20 * MIB);
    throttle.limit(new TransitionLimits(20 * MIB, 0));
    assertThat(throttle.bytesPerSecond()).isEqualTo(20 * MIB);
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, -1", "0, 101"})
  void nonsenseIsNoLimit(long bytesPerSecond, int sharePercent) {
    assertThatThrownBy(() -> new TransitionLimits(bytesPerSecond, sharePercent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bytesPerSecond=" + bytesPerSecond)
        .hasMessageContaining("sharePercent=" + sharePercent);
  }
}
