package io.okapifs.hdfs.namenode.transition;

import java.util.concurrent.TimeUnit;

/** What something waits for, which is looked at again every minute. Not safe for threads. */
final class MinuteOfRest {

  static final long NANOS = TimeUnit.MINUTES.toNanos(1);

  private String why = "";
  private long sinceNanos;

  void begin(String waitsFor, long nowNanos) {
    why = waitsFor;
    sinceNanos = nowNanos;
  }

  void end() {
    why = "";
  }

  boolean isOver(long nowNanos) {
    return why.isEmpty() || nowNanos - sinceNanos >= NANOS;
  }

  /** Empty where it waits for nothing. */
  String why() {
    return why;
  }
}
