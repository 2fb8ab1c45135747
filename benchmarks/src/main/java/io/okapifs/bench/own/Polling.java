package io.okapifs.bench.own;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** Waiting for what becomes true by itself. */
final class Polling {

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long SECONDS_MAX = 600;
  private static final long POLL_MILLIS = 50;

  private Polling() {}

  static void await(String what, Callable<Boolean> condition) throws Exception {
    await(what, SECONDS_MAX, POLL_MILLIS, condition);
  }

  static void await(
      String what, long secondsMax, long pollMillis, Callable<Boolean> condition)
      throws Exception {
    long begin = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - begin > secondsMax * NANOS_PER_SECOND) {
        throw new TimeoutException("did not come true: " + what);
      }
      Thread.sleep(pollMillis);
    }
  }
}
