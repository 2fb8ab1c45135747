package io.okapifs.bench.driver;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a thread of this JVM that wanted to run did not, be it for lack of a processor, for the
 * host of a virtual machine, or for the JVM itself (collections of garbage included). What holds a
 * lock is held up in the same way. Any thread may call it.
 */
final class Stalls {

  private static final long PAUSE_NANOS = 1_000_000;

  private final AtomicLong longestNanos = new AtomicLong();

  private Stalls() {}

  /** Watches from now on, until the JVM ends. */
  static Stalls watch() {
    Stalls stalls = new Stalls();
    Thread thread = new Thread(stalls::run, "stalls");
    thread.setDaemon(true);
    thread.start();
    return stalls;
  }

  private void run() {
    while (true) {
      long start = System.nanoTime();
      LockSupport.parkNanos(PAUSE_NANOS);
      long late = System.nanoTime() - start - PAUSE_NANOS;
      longestNanos.accumulateAndGet(late, Math::max);
    }
  }

  /** The longest since the last call, in whole milliseconds. */
  long takeMillis() {
    return longestNanos.getAndSet(0) / 1_000_000;
  }
}
