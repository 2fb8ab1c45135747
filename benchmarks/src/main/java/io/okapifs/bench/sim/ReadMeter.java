package io.okapifs.bench.sim;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Counts reads that are complete, from the end of the warm-up on. */
final class ReadMeter {

  private final int warmUps;
  private final long[] latencies;
  private int seen;
  private long startNanos;
  private long endNanos;
  private long bytes;
  private long fetchedBytes;
  private long positionings;
  private int degraded;

  /**
   * @param warmUps reads that are not counted
   * @param reads that are counted; others that end later are not
   */
  ReadMeter(int warmUps, int reads) {
    this.warmUps = warmUps;
    this.latencies = new long[reads];
  }

  boolean isFull() {
    return seen >= warmUps + latencies.length;
  }

  void complete(long begunNanos, long nowNanos, long readBytes, List<ReadStep> steps) {
    if (isFull()) {
      return;
    }
    int index = seen++ - warmUps;
    if (index < 0) {
      startNanos = nowNanos;
      return;
    }
    endNanos = nowNanos;
    latencies[index] = nowNanos - begunNanos;
    bytes += readBytes;
    for (ReadStep step : steps) {
      positionings += step.reads().size();
      fetchedBytes += step.reads().stream().mapToLong(BlockRead::bytes).sum();
    }
    degraded += steps.stream().anyMatch(ReadStep::degraded) ? 1 : 0;
  }

  ReadResult result() {
    long[] sorted = latencies.clone();
    Arrays.sort(sorted);
    return new ReadResult(
        bytes, fetchedBytes, positionings, latencies.length, degraded,
        (endNanos - startNanos) / (double) TimeUnit.SECONDS.toNanos(1), sorted);
  }
}
