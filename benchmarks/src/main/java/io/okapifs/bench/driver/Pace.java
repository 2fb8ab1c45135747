package io.okapifs.bench.driver;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * When operations begin: each as soon as somebody asks for it, or so many a second, whether or not
 * those before have ended. An operation lasts from when it was due, so that one that waits for a
 * thread counts as late. Any thread may call it.
 */
public final class Pace {

  private static final double NANOS_PER_SECOND = 1e9;

  private final double perSecond;
  private final long begin;
  private final long end;
  private final AtomicLong due = new AtomicLong();

  /**
   * @param perSecond operations that are due in a second; 0: the next one when the last one is over
   * @param begin when the first one is due, as {@link System#nanoTime()} tells time
   * @param end behind which none is due
   */
  public Pace(double perSecond, long begin, long end) {
    this.perSecond = perSecond;
    this.begin = begin;
    this.end = end;
  }

  /** Waits until the next one is due, and tells when that is; see {@link #isOver}. */
  public long next() {
    if (perSecond == 0) {
      return System.nanoTime();
    }
    long start = begin + Math.round(due.getAndIncrement() / perSecond * NANOS_PER_SECOND);
    while (start - System.nanoTime() > 0 && !isOver(start)) {
      LockSupport.parkNanos(start - System.nanoTime());
    }
    return start;
  }

  /** Whether that is behind the end. */
  public boolean isOver(long start) {
    return start - end >= 0;
  }
}
