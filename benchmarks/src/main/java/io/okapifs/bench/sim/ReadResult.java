package io.okapifs.bench.sim;

import java.util.concurrent.TimeUnit;

/**
 * What simulated reads took.
 *
 * @param bytes that readers asked for
 * @param fetchedBytes that disks read for that
 * @param positionings of all disks
 * @param reads how many
 * @param degraded how many of them had to decode
 * @param seconds simulated time in which they became complete
 * @param latencies nanoseconds of each, ascending
 */
public record ReadResult(
    long bytes, long fetchedBytes, long positionings, int reads, int degraded, double seconds,
    long[] latencies) {

  private static final double MIB = 1 << 20;

  /** MiB per second of all readers. */
  public double throughput() {
    return bytes / MIB / seconds;
  }

  public double positioningsPerRead() {
    return (double) positionings / reads;
  }

  public double positioningsPerSecond() {
    return positionings / seconds;
  }

  public double degradedShare() {
    return (double) degraded / reads;
  }

  /**
   * How long a read takes, in milliseconds: the least time that is not exceeded by that share.
   *
   * @param share above 0, at most 1
   */
  public double latencyMillis(double share) {
    int index = (int) Math.ceil(share * latencies.length) - 1;
    return latencies[Math.max(0, index)] / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }
}
