package io.okapifs.bench.paper;

import java.util.OptionalDouble;

/**
 * Values of the command reads, for one size in MiB, or mix, and layout beside HDFS's own layout.
 */
final class MeasuredReads {
  private static final String COUPLED = "coupled";

  private MeasuredReads() {}

  /** By how many percent throughput is higher. */
  static OptionalDouble throughput(ResultLines lines, String size, String layout) {
    return percentMore(
        of(lines.result("throughput beside coupled"), size, layout).number("ratio"),
        OptionalDouble.of(1));
  }

  /** By how many percent positionings per read are fewer, by the disks' counters. */
  static OptionalDouble positionings(ResultLines lines, String size, String layout) {
    return ResultLines.percentLess(
        mean(lines, size, layout, "positioningsPerRead"),
        mean(lines, size, COUPLED, "positioningsPerRead"));
  }

  /** By how many percent the median latency is higher. */
  static OptionalDouble latency(ResultLines lines, String size, String layout) {
    return percentMore(
        mean(lines, size, layout, "p50Millis"),
        mean(lines, size, COUPLED, "p50Millis"));
  }

  /** HDFS's own layout over another one: positionings of disks per read. */
  static OptionalDouble timesFewer(ResultLines lines, String policy, String size, String layout) {
    ResultLines ofPolicy = lines.with("policy", policy);
    return ResultLines.over(
        mean(ofPolicy, size, COUPLED, "positioningsPerRead"),
        mean(ofPolicy, size, layout, "positioningsPerRead"));
  }

  /** Over the repetitions in which the processors had time for the disks. */
  private static OptionalDouble mean(
      ResultLines lines, String size, String layout, String field) {
    ResultLines accepted = lines.result("reads").with("accepted", "true");
    return of(accepted, size, layout).mean(field);
  }

  private static ResultLines of(ResultLines lines, String size, String layout) {
    return lines.with("sizeMib", size).with("layout", layout);
  }

  private static OptionalDouble percentMore(OptionalDouble value, OptionalDouble than) {
    OptionalDouble ratio = ResultLines.over(value, than);
    return ratio.isPresent()
        ? OptionalDouble.of(100 * (ratio.getAsDouble() - 1))
        : OptionalDouble.empty();
  }
}
