package io.okapifs.bench.disk;

import java.util.concurrent.locks.LockSupport;

/** The time of a modelled disk. */
interface DiskClock {

  /** Of this machine. */
  DiskClock REAL =
      new DiskClock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleepUntil(long nanos) {
          long left;
          // An interrupted thread is wanted elsewhere; whoever interrupted it counts on that.
          while ((left = nanos - nanos()) > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, left);
          }
        }
      };

  long nanos();

  void sleepUntil(long nanos);
}
