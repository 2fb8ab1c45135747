package io.okapifs.bench.own;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** Waiting for what becomes true by itself. */
final class Polling {

  private static final long NANOS_MAX = 600L * 1_000_000_000;
  private static final long POLL_MILLIS = 50;

  private Polling() {}

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long begin = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - begin > NANOS_MAX) {
        throw new TimeoutException("did not come true: " + what);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
