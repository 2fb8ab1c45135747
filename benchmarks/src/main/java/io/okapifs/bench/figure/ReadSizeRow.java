package io.okapifs.bench.figure;

import io.okapifs.bench.sim.ReadResult;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Reads of one size in four layouts.
 *
 * @param byLayout what they took
 */
record ReadSizeRow(Map<String, ReadResult> byLayout) {

  static final String OKAPI = "Okapi 6-of-9";
  static final String NARROW = "coupled 3-of-6";
  static final String SAME = "coupled 6-of-9";
  static final String WIDE = "coupled 12-of-15";

  double value(String layout, ToDoubleFunction<ReadResult> value) {
    return value.applyAsDouble(byLayout.get(layout));
  }

  /** Percent by which Okapi is above a coupled layout. */
  double change(String from, ToDoubleFunction<ReadResult> value) {
    return Lines.change(value(OKAPI, value), value(from, value));
  }

  /** Percent of Okapi's throughput that a coupled layout lacks. */
  double loss(String layout) {
    return -Lines.change(
        value(layout, ReadResult::throughput), value(OKAPI, ReadResult::throughput));
  }

  void addTo(Lines lines, String reads, String where) {
    byLayout.forEach(
        (layout, result) -> {
          String of = " of " + reads + ", " + layout + where;
          lines.add("okapi-5a", "throughput" + of, result.throughput(), Lines.MIB_PER_SECOND);
          lines.add(
              "okapi-5b", "positionings per second" + of, result.positioningsPerSecond(), "1/s");
          lines.add("okapi-5c", "median latency" + of, ReadValues.median(result), Lines.MILLIS);
          lines.add("okapi-5d", "p95 latency" + of, ReadValues.p95(result), Lines.MILLIS);
        });
    String of = " of " + reads + ", " + OKAPI + " from " + SAME + where;
    addChange(lines, "okapi-5a", "throughput" + of, ReadResult::throughput);
    addChange(lines, "okapi-5b", "positionings per request" + of, ReadResult::positioningsPerRead);
    addChange(
        lines, "okapi-5b", "positionings per second" + of, ReadResult::positioningsPerSecond);
    addChange(lines, "okapi-5c", "median latency" + of, ReadValues::median);
    addChange(lines, "okapi-5d", "p95 latency" + of, ReadValues::p95);
  }

  private void addChange(
      Lines lines, String figure, String of, ToDoubleFunction<ReadResult> value) {
    lines.add(figure, "change of " + of, change(SAME, value), Lines.PERCENT);
  }
}
