package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * What reads of one policy, layout and size came to.
 *
 * @param policy its name in HDFS, with the size of cells of the cluster
 * @param size MiB, or the name of a mix
 * @param simulated what a simulation says of the same; null where it has not the like
 * @param seconds in which reads were counted
 * @param scale by which bytes of the cluster are smaller than what they stand for
 */
record ReadsLine(
    String policy, String layout, String size, ReadsBed.Outcome outcome, JsonNode simulated,
    double seconds, int scale) {

  /** A busy machine says nothing about disks. */
  static final double CPU_MAX = 0.8;

  private static final double MIB = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;

  /** Whether the machine had time for the disks. */
  boolean accepted() {
    return outcome.cpu() <= CPU_MAX;
  }

  private double counted(String what) {
    return outcome.clients().get(what).asDouble();
  }

  /** As if bytes were not scaled. */
  double mibPerSecond() {
    return counted("bytesInTime") * scale / MIB / seconds;
  }

  /** As above, by the simulation. */
  double simulatedMibPerSecond() {
    return simulated.get("bytesPerSecond").asDouble() * scale / MIB;
  }

  Map<String, Object> values() {
    Map<String, Object> values = Report.values("reads");
    double reads = counted("reads");
    double bytes = counted("bytes");
    values.put("policy", policy);
    values.put("layout", layout);
    values.put("sizeMib", size);
    values.put("reads", (long) reads);
    values.put("readsInTime", (long) counted("readsInTime"));
    values.put("mibPerSecond", mibPerSecond());
    values.put("positioningsPerRead", outcome.positionings() / reads);
    values.put("takenUpPerRead", outcome.takenUp() / reads);
    values.put("plannedPositioningsPerRead", counted("plannedRuns") / reads);
    values.put("diskBytesPerByte", outcome.bytes() / bytes);
    values.put("plannedBytesPerByte", counted("plannedBytes") / bytes);
    values.put(
        "exact",
        outcome.positionings() + outcome.takenUp() == counted("plannedRuns")
            && outcome.bytes() == counted("plannedBytes"));
    values.put("p50Millis", counted("p50Nanos") / NANOS_PER_MILLI);
    values.put("p95Millis", counted("p95Nanos") / NANOS_PER_MILLI);
    values.put("p99Millis", counted("p99Nanos") / NANOS_PER_MILLI);
    if (simulated != null) {
      values.put("simulatedMibPerSecond", simulatedMibPerSecond());
      values.put("simulatedP50Millis", simulated.get("p50Nanos").asDouble() / NANOS_PER_MILLI);
    }
    values.put("cpu", outcome.cpu());
    values.put("accepted", accepted());
    return values;
  }
}
