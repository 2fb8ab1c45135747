package io.okapifs.bench.figure;

import io.okapifs.bench.sim.ReadResult;
import java.util.Comparator;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * What Okapi's text says of its Figures 2 and 5 (section 6.2).
 *
 * @param rows by MiB of the reads
 * @param where offsets and clients
 * @param reason why values may differ from the paper's
 */
record ReadSizeSummary(Map<Integer, ReadSizeRow> rows, String where, String reason) {

  private static final int SAME_WIDTH_AS_NARROW = 24;
  private static final int SAME_WIDTH_AS_SAME = 48;
  private static final int OF_FIGURE_2 = 8;

  void addTo(Lines lines) {
    addThroughput(lines);
    beside(
        lines, "okapi-5b", "lowest change of positionings per second from " + ReadSizeRow.SAME,
        values(row -> row.change(ReadSizeRow.SAME, ReadResult::positioningsPerSecond))
            .min().orElseThrow(),
        "-70", reason);
    beside(
        lines, "okapi-5b", "change of the peak of positionings per second over all sizes",
        Lines.change(peak(ReadSizeRow.OKAPI), peak(ReadSizeRow.SAME)), "-60",
        "a disk serves more reads of 2 MiB per second than of longer ones, each with a positioning"
            + " of its own: they make the peak");
    lines.add(
        "okapi-5c", "highest change of the median from " + ReadSizeRow.SAME + where,
        values(row -> row.change(ReadSizeRow.SAME, ReadValues::median)).max().orElseThrow(),
        Lines.PERCENT);
    addP95(lines);
    beside(
        lines, "okapi-2", "change of throughput of 8 MiB reads from " + ReadSizeRow.WIDE,
        rows.get(OF_FIGURE_2).change(ReadSizeRow.WIDE, ReadResult::throughput), "115",
        reason + "; the time of disks alone gives 110.5");
  }

  private void addThroughput(Lines lines) {
    beside(
        lines, "okapi-5a", "highest change of throughput from " + ReadSizeRow.SAME,
        values(row -> row.change(ReadSizeRow.SAME, ReadResult::throughput)).max().orElseThrow(),
        "80", reason);
    beside(
        lines, "okapi-5a", "change of throughput at 48 MiB from " + ReadSizeRow.SAME,
        rows.get(SAME_WIDTH_AS_SAME).change(ReadSizeRow.SAME, ReadResult::throughput), "0",
        "the same stripes on other disks, drawn at random");
    beside(
        lines, "okapi-5a", "change of throughput at 24 MiB from " + ReadSizeRow.NARROW,
        rows.get(SAME_WIDTH_AS_NARROW).change(ReadSizeRow.NARROW, ReadResult::throughput), "0",
        "the same stripes on other disks, drawn at random");
    addLeastLossOfNarrow(lines);
    beside(
        lines, "okapi-5a", "highest loss of " + ReadSizeRow.NARROW,
        values(row -> row.loss(ReadSizeRow.NARROW)).max().orElseThrow(), "34", reason);
    beside(
        lines, "okapi-5a", "highest loss of " + ReadSizeRow.WIDE,
        values(row -> row.loss(ReadSizeRow.WIDE)).max().orElseThrow(), "50", reason);
  }

  private void addLeastLossOfNarrow(Lines lines) {
    Map.Entry<Integer, ReadSizeRow> least =
        rows.entrySet().stream()
            .filter(row -> row.getKey() != SAME_WIDTH_AS_NARROW)
            .min(Comparator.comparingDouble(row -> row.getValue().loss(ReadSizeRow.NARROW)))
            .orElseThrow();
    beside(
        lines, "okapi-5a",
        "least loss of " + ReadSizeRow.NARROW + ", 24 MiB apart, at " + least.getKey() + " MiB",
        least.getValue().loss(ReadSizeRow.NARROW), "6",
        "not by this model: reads of that size position no more often at width 3");
  }

  private void addP95(Lines lines) {
    double highest =
        values(row -> row.change(ReadSizeRow.SAME, ReadValues::p95)).max().orElseThrow();
    String what = "highest change of the p95 latency from " + ReadSizeRow.SAME + where;
    if (highest > 0) {
      lines.remark(
          "okapi-5d", what, highest, Lines.PERCENT,
          "the paper has it lower; here a read of one block waits in one queue, and queues differ");
    } else {
      lines.add("okapi-5d", what, highest, Lines.PERCENT);
    }
  }

  private void beside(
      Lines lines, String figure, String what, double value, String printed, String why) {
    lines.beside(figure, what + where, value, Lines.PERCENT, printed, why);
  }

  private DoubleStream values(ToDoubleFunction<ReadSizeRow> value) {
    return rows.values().stream().mapToDouble(value);
  }

  private double peak(String layout) {
    return values(row -> row.value(layout, ReadResult::positioningsPerSecond))
        .max().orElseThrow();
  }
}
