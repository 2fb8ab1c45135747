package io.okapifs.bench.figure;

import io.okapifs.bench.sim.ReadResult;
import java.util.Comparator;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What figures tell of simulated reads. */
final class ReadValues {

  private static final double HALF = 0.5;
  private static final double P95 = 0.95;
  private static final double P99 = 0.99;

  private ReadValues() {}

  static double median(ReadResult result) {
    return result.latencyMillis(HALF);
  }

  static double p95(ReadResult result) {
    return result.latencyMillis(P95);
  }

  static double p99(ReadResult result) {
    return result.latencyMillis(P99);
  }

  /** A line for each of throughput, median, p95 and p99. */
  static void add(Lines lines, String figure, ReadResult result, String of) {
    lines.add(figure, "throughput of " + of, result.throughput(), Lines.MIB_PER_SECOND);
    lines.add(figure, "median latency of " + of, median(result), Lines.MILLIS);
    lines.add(figure, "p95 latency of " + of, p95(result), Lines.MILLIS);
    lines.add(figure, "p99 latency of " + of, p99(result), Lines.MILLIS);
  }

  /** By how many percent a value of one width is above that of another one. */
  static double change(
      Map<Integer, ReadResult> byWidth, int width, int from, ToDoubleFunction<ReadResult> value) {
    return Lines.change(
        value.applyAsDouble(byWidth.get(width)), value.applyAsDouble(byWidth.get(from)));
  }

  static int widthOfHighestThroughput(Map<Integer, ReadResult> byWidth) {
    return byWidth.entrySet().stream()
        .max(Comparator.comparingDouble(entry -> entry.getValue().throughput()))
        .orElseThrow().getKey();
  }

  static int widthOfLowestP99(Map<Integer, ReadResult> byWidth) {
    return byWidth.entrySet().stream()
        .min(Comparator.comparingDouble(entry -> p99(entry.getValue())))
        .orElseThrow().getKey();
  }
}
