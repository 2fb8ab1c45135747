package io.okapifs.hdfs.datanode.repair;

import io.okapifs.hdfs.repair.TransitionLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;

/**
 * Limits what one DataNode reads and writes for transitions: to so many bytes per second, and to a
 * share of the bytes that it has read and written for others in the last minute. What other nodes'
 * transitions read of it and write to it is among those. The NameNode says the limits; until it
 * has, there are none. Any thread may call it.
 */
final class TransitionThrottle {

  /** Bytes per second that are always allowed, however idle the node is. */
  static final long FLOOR = 1 << 20;

  /** More than anybody moves. */
  private static final long UNLIMITED = 1L << 40;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long MINUTE_SECONDS = 60;
  private static final int PERCENT = 100;

  /** What had been moved at a time. */
  private record Sample(long nanos, long bytes) {}

  private final LongSupplier movedBytes;
  private final LongSupplier nanoTime;

  /** One a second, of the last minute. */
  private final Deque<Sample> samples = new ArrayDeque<>();

  private final DataTransferThrottler throttler = new DataTransferThrottler(FLOOR);
  private TransitionLimits limits = TransitionLimits.NONE;

  /**
   * @param movedBytes by the DataNode since it started
   */
  TransitionThrottle(LongSupplier movedBytes, LongSupplier nanoTime) {
    this.movedBytes = movedBytes;
    this.nanoTime = nanoTime;
    adapt();
  }

  /** Takes new limits. */
  synchronized void limit(TransitionLimits limits) {
    this.limits = limits;
    adapt();
  }

  /** Those who wait notice it, too. */
  private void adapt() {
    long allowed = bytesPerSecond();
    throttler.setBandwidth(allowed == 0 ? UNLIMITED : allowed);
  }

  /** Looks at what the DataNode has moved; to be called about once a second. */
  synchronized void sample() {
    long now = nanoTime.getAsLong();
    samples.addLast(new Sample(now, movedBytes.getAsLong()));
    while (now - samples.peekFirst().nanos() > MINUTE_SECONDS * NANOS_PER_SECOND) {
      samples.removeFirst();
    }
    adapt();
  }

  /** Bytes per second that are allowed now; 0 where nothing limits them. */
  synchronized long bytesPerSecond() {
    long bandwidth = limits.bytesPerSecond();
    int share = limits.sharePercent();
    if (share == 0) {
      return bandwidth;
    }
    long moved =
        samples.isEmpty() ? 0 : samples.peekLast().bytes() - samples.peekFirst().bytes();
    long ofOthers = Math.max(FLOOR, moved / MINUTE_SECONDS * share / PERCENT);
    return bandwidth == 0 ? ofOthers : Math.min(bandwidth, ofOthers);
  }

  /** Waits until so many bytes may be moved. */
  void throttle(long bytes) {
    if (bytesPerSecond() > 0) {
      throttler.throttle(bytes);
    }
  }
}
