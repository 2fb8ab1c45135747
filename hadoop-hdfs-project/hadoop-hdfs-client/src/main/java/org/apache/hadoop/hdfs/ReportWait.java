package org.apache.hadoop.hdfs;

import java.util.concurrent.TimeUnit;

/**
 * The first, short part of waiting until DataNodes have reported what they received.
 *
 * <p>A coupled stripe is complete with k of its k + r blocks; a data stripe needs all its blocks,
 * so that a writer often asks the NameNode a few milliseconds before the last report. The pauses
 * double; the caller goes on with HDFS's own, longer ones.
 */
final class ReportWait {

  private static final long FIRST_PAUSE_MILLIS = 4;

  private final long sumMillisMax;
  private long pauseMillis = FIRST_PAUSE_MILLIS;
  private long sumMillis;

  /**
   * @param sumMillisMax of all pauses together
   */
  ReportWait(long sumMillisMax) {
    this.sumMillisMax = sumMillisMax;
  }

  /**
   * Waits a little.
   *
   * @return whether to ask again; false once the time is over or the thread is interrupted
   */
  boolean pause() {
    if (sumMillis + pauseMillis > sumMillisMax) {
      return false;
    }
    try {
      TimeUnit.MILLISECONDS.sleep(pauseMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    sumMillis += pauseMillis;
    pauseMillis *= 2;
    return true;
  }
}
