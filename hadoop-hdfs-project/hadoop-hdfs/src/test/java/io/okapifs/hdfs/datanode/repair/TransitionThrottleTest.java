package io.okapifs.hdfs.datanode.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** How much a DataNode may move for transitions. */
class TransitionThrottleTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MIB = 1 << 20;

  private final AtomicLong moved = new AtomicLong();
  private final AtomicLong now = new AtomicLong();
  private final Configuration conf = new Configuration(false);

  private TransitionThrottle throttle() {
    return new TransitionThrottle(conf, moved::get, now::get);
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
    TransitionThrottle throttle = throttle();
    work(throttle, 10, MIB);
    assertThat(throttle.bytesPerSecond()).isZero();
  }

  @Test
  void aShareIsThatOfTheLastMinute() {
    conf.setInt(TransitionThrottle.SHARE_KEY, 5);
    TransitionThrottle throttle = throttle();
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
    conf.setInt(TransitionThrottle.SHARE_KEY, 50);
    conf.set(TransitionThrottle.BANDWIDTH_KEY, "20m");
    TransitionThrottle throttle = throttle();
    throttle.sample();
    work(throttle, 60, 20 * MIB);
    assertThat(throttle.bytesPerSecond()).isEqualTo(10 * MIB);
    work(throttle, 60, 80 * MIB);
    assertThat(throttle.bytesPerSecond()).isEqualTo(20 * MIB);
    conf.setInt(TransitionThrottle.SHARE_KEY, 0);
    throttle.configure(conf);
    assertThat(throttle.bytesPerSecond()).isEqualTo(20 * MIB);
  }

  @Test
  void nonsenseIsRefusedAndChangesNothing() {
    conf.setLong(TransitionThrottle.BANDWIDTH_KEY, 7);
    TransitionThrottle throttle = throttle();
    for (int share : new int[] {-1, 101}) {
      conf.setInt(TransitionThrottle.SHARE_KEY, share);
      conf.setLong(TransitionThrottle.BANDWIDTH_KEY, 8);
      assertThatThrownBy(() -> throttle.configure(conf))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(TransitionThrottle.SHARE_KEY + "=" + share);
    }
    conf.setInt(TransitionThrottle.SHARE_KEY, 0);
    conf.setLong(TransitionThrottle.BANDWIDTH_KEY, -8);
    assertThatThrownBy(() -> throttle.configure(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(TransitionThrottle.BANDWIDTH_KEY + "=-8");
    assertThat(throttle.bytesPerSecond()).isEqualTo(7);
  }
}
