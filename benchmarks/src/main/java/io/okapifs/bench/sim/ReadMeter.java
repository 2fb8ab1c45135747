package io.okapifs.bench.sim;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Counts reads that are complete, from the end of the warm-up on. */
final class ReadMeter {

  private final Span span;
  private final LongStream.Builder latencies = LongStream.builder();
  private int seen;
  private int counted;
  private long startNanos;
  private long endNanos;
  private long bytes;
  private long fetchedBytes;
  private long positionings;
  private int degraded;

  ReadMeter(Span span) {
    this.span = span;
  }

  boolean isFull(long nowNanos) {
    return span.isOver(nowNanos, seen);
  }

  void complete(long begunNanos, long nowNanos, long readBytes, List<ReadStep> steps) {
    if (!span.counts(nowNanos, seen++)) {
      startNanos = counted == 0 ? nowNanos : startNanos;
      return;
    }
    endNanos = nowNanos;
    counted++;
    latencies.add(nowNanos - begunNanos);
    bytes += readBytes;
    for (ReadStep step : steps) {
      positionings += step.reads().size();
      fetchedBytes += step.reads().stream().mapToLong(BlockRead::bytes).sum();
    }
    degraded += steps.stream().anyMatch(ReadStep::degraded) ? 1 : 0;
  }

  ReadResult result() {
    double seconds =
        span instanceof Span.Seconds fixed
            ? fixed.seconds()
            : (endNanos - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    return new ReadResult(
        bytes, fetchedBytes, positionings, counted, degraded, seconds,
        latencies.build().sorted().toArray());
  }
}
