package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.datanode.repair.RepairCount;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What DataNodes have counted of their repairs, as ratios. */
final class RepairSums {

  private static final double MIB = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;

  private RepairSums() {}

  /**
   * Some lines for each policy.
   *
   * @param sums by policy and name of the counter
   */
  static String toText(Map<String, Map<String, Long>> sums) {
    if (sums.isEmpty()) {
      return "No DataNode has told the NameNode of a repair.\n";
    }
    StringBuilder text = new StringBuilder();
    new TreeMap<>(sums)
        .forEach(
            (policy, counts) ->
                describe(
                    text, policy, count -> counts.getOrDefault(count.info().name(), 0L)));
    return text.toString();
  }

  private static void describe(
      StringBuilder text, String policy, ToLongFunction<RepairCount> sums) {
    long read = sums.applyAsLong(RepairCount.BYTES_READ);
    long rebuilt = sums.applyAsLong(RepairCount.BYTES_REBUILT);
    long runs = sums.applyAsLong(RepairCount.RUNS);
    line(text, "%s: %d repairs, %d bytes rebuilt", policy, sums.applyAsLong(RepairCount.REPAIRS), rebuilt);
    line(text, "  read       %.3f bytes per byte rebuilt, %.1f%% from other nodes",
        ratio(read, rebuilt), 100 * ratio(sums.applyAsLong(RepairCount.REMOTE_BYTES_READ), read));
    line(text, "  runs       %.3f per repair, %.3f positionings per run",
        ratio(runs, sums.applyAsLong(RepairCount.REPAIRS)),
        ratio(sums.applyAsLong(RepairCount.POSITIONINGS), runs));
    if (sums.applyAsLong(RepairCount.SPARE_BYTES_READ) > 0) {
      line(text, "  compared   %d bytes with one more member, %d contradictions",
          sums.applyAsLong(RepairCount.SPARE_BYTES_READ), sums.applyAsLong(RepairCount.CONTRADICTIONS));
    }
    line(text, "  time       %.3f ms reading, %.3f computing, %.3f writing per MiB rebuilt",
        millisPerMib(sums.applyAsLong(RepairCount.READ_NANOS), rebuilt),
        millisPerMib(sums.applyAsLong(RepairCount.COMPUTE_NANOS), rebuilt),
        millisPerMib(sums.applyAsLong(RepairCount.WRITE_NANOS), rebuilt));
    line(text, "  spooled    %.3f bytes per byte rebuilt, in %d windows",
        ratio(sums.applyAsLong(RepairCount.SPOOLED_BYTES), rebuilt), sums.applyAsLong(RepairCount.WINDOWS));
    line(text, "  tails      %.3f bytes of parity per byte of data, of %d bytes",
        ratio(sums.applyAsLong(RepairCount.TAIL_PARITY_BYTES), sums.applyAsLong(RepairCount.TAIL_DATA_BYTES)),
        sums.applyAsLong(RepairCount.TAIL_DATA_BYTES));
  }

  private static double millisPerMib(long nanos, long bytes) {
    return ratio(nanos, bytes) * MIB / NANOS_PER_MILLI;
  }

  private static double ratio(long part, long whole) {
    return whole == 0 ? 0 : part / (double) whole;
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
