package io.okapifs.bench.driver.scale;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A lock that knows how long its write lock was held. A hold lasts from the first time that a
 * thread takes the lock to when it lets go of it for good. What stops a thread while it holds the
 * lock counts in the hold's time, and not in its processor time: collections of garbage, and
 * others' work.
 */
public final class TimedLock extends ReentrantReadWriteLock {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long serialVersionUID = 1L;

  /**
   * Holds since some moment.
   *
   * @param count how many there were
   * @param longestNanos the longest
   * @param mostCpuNanos the most processor time of one hold, which may be another one
   * @param cpuNanos processor time of all
   */
  public record Holds(long count, long longestNanos, long mostCpuNanos, long cpuNanos) {

    private static final Holds NONE = new Holds(0, 0, 0, 0);

    private Holds and(long nanos, long cpu) {
      return new Holds(
          count + 1, Math.max(nanos, longestNanos), Math.max(cpu, mostCpuNanos), cpuNanos + cpu);
    }
  }

  private final Timed write = new Timed();

  /** A fair one, as HDFS's is by default. */
  public TimedLock() {
    super(true);
  }

  @Override
  public WriteLock writeLock() {
    return write;
  }

  /** The holds since the last call. */
  public Holds take() {
    return write.take();
  }

  /** Its fields are guarded by itself. */
  private final class Timed extends WriteLock {

    private static final long serialVersionUID = 1L;

    private transient Holds holds = Holds.NONE;
    private long startNanos;
    private long startCpu;

    Timed() {
      super(TimedLock.this);
    }

    Holds take() {
      super.lock();
      try {
        Holds taken = holds;
        holds = Holds.NONE;
        return taken;
      } finally {
        super.unlock();
      }
    }

    @Override
    public void lock() {
      super.lock();
      begin();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
      super.lockInterruptibly();
      begin();
    }

    @Override
    public boolean tryLock() {
      return begin(super.tryLock());
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
      return begin(super.tryLock(time, unit));
    }

    @Override
    public void unlock() {
      if (getHoldCount() == 1) {
        holds =
            holds.and(
                System.nanoTime() - startNanos, THREADS.getCurrentThreadCpuTime() - startCpu);
      }
      super.unlock();
    }

    private boolean begin(boolean taken) {
      if (taken) {
        begin();
      }
      return taken;
    }

    private void begin() {
      if (getHoldCount() == 1) {
        startNanos = System.nanoTime();
        startCpu = THREADS.getCurrentThreadCpuTime();
      }
    }
  }
}
