package io.okapifs.bench.dfsperf.suite;

import java.util.List;

/**
 * What a suite measures.
 *
 * @param name as in the report, with the unit
 * @param base what names of its percentiles begin with
 * @param isOfBytes whether it is of bytes, else of operations
 */
public record Statistic(String name, String base, boolean isOfBytes) {

  /** Those that reports have. */
  public static final List<Integer> PERCENTILES = List.of(50, 95, 99);

  static Statistic throughput(String base) {
    return new Statistic(base + "Throughput(MB/s)", base, true);
  }

  static Statistic rate(String base) {
    return new Statistic(base + "Rate(ops/sec)", base, false);
  }

  /** The name of a percentile of how long its operations took. */
  public String percentile(int percent) {
    return base + "P" + percent + "(ms)";
  }
}
