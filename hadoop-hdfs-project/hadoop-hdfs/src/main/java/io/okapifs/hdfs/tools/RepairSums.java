package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.datanode.repair.RepairCount;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What DataNodes have counted of their repairs, as ratios. */
final class RepairSums {

  private static final double MIB = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;

  private RepairSums() {}

  /**
   * For programs; its components are the keys of the JSON view.
   *
   * @param policies in order of their names
   */
  record RepairReport(List<OfPolicy> policies) {

    /**
     * @param counts by the names of their metrics
     * @param bytesReadPerByteRebuilt 0 where nothing was rebuilt
     */
    record OfPolicy(String policy, Map<String, Long> counts, double bytesReadPerByteRebuilt) {}

    static RepairReport of(Map<String, Map<String, Long>> sums) {
      return new RepairReport(
          new TreeMap<>(sums).entrySet().stream().map(RepairReport::ofPolicy).toList());
    }

    private static OfPolicy ofPolicy(Map.Entry<String, Map<String, Long>> sums) {
      Map<RepairCount, Long> counts = byCount(sums.getValue());
      return new OfPolicy(
          sums.getKey(), new TreeMap<>(sums.getValue()),
          ratio(counts.get(RepairCount.BYTES_READ), counts.get(RepairCount.BYTES_REBUILT)));
    }
  }

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
    new TreeMap<>(sums).forEach((policy, counts) -> describe(text, policy, byCount(counts)));
    return text.toString();
  }

  private static Map<RepairCount, Long> byCount(Map<String, Long> byName) {
    Map<RepairCount, Long> counts = new EnumMap<>(RepairCount.class);
    for (RepairCount count : RepairCount.values()) {
      counts.put(count, byName.getOrDefault(count.info().name(), 0L));
    }
    return counts;
  }

  private static void describe(
      StringBuilder text, String policy, Map<RepairCount, Long> sums) {
    long read = sums.get(RepairCount.BYTES_READ);
    long rebuilt = sums.get(RepairCount.BYTES_REBUILT);
    long runs = sums.get(RepairCount.RUNS);
    line(text, "%s: %d repairs, %d bytes rebuilt", policy, sums.get(RepairCount.REPAIRS), rebuilt);
    line(text, "  read       %.3f bytes per byte rebuilt, %.1f%% from other nodes",
        ratio(read, rebuilt), 100 * ratio(sums.get(RepairCount.REMOTE_BYTES_READ), read));
    line(text, "  runs       %.3f per repair, %.3f positionings per run",
        ratio(runs, sums.get(RepairCount.REPAIRS)),
        ratio(sums.get(RepairCount.POSITIONINGS), runs));
    if (sums.get(RepairCount.SPARE_BYTES_READ) > 0) {
      line(text, "  compared   %d bytes with one more member, %d contradictions",
          sums.get(RepairCount.SPARE_BYTES_READ), sums.get(RepairCount.CONTRADICTIONS));
    }
    line(text, "  time       %.3f ms reading, %.3f computing, %.3f writing per MiB rebuilt",
        millisPerMib(sums.get(RepairCount.READ_NANOS), rebuilt),
        millisPerMib(sums.get(RepairCount.COMPUTE_NANOS), rebuilt),
        millisPerMib(sums.get(RepairCount.WRITE_NANOS), rebuilt));
    line(text, "  spooled    %.3f bytes per byte rebuilt, in %d windows",
        ratio(sums.get(RepairCount.SPOOLED_BYTES), rebuilt), sums.get(RepairCount.WINDOWS));
    line(text, "  tails      %.3f bytes of parity per byte of data, of %d bytes",
        ratio(sums.get(RepairCount.TAIL_PARITY_BYTES), sums.get(RepairCount.TAIL_DATA_BYTES)),
        sums.get(RepairCount.TAIL_DATA_BYTES));
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
