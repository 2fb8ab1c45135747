package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;

/** A number that an event is told by. */
enum ScaleMetric {
  /** Processor time of all threads of Java in the NameNode's JVM. */
  CPU("cpuNanos", "microsPerUnit", "ratio", true, 1e3),

  /** The part of it that a thread took while it held the namesystem's write lock. */
  LOCK_CPU("lockCpuNanos", "lockMicrosPerUnit", "lockRatio", true, 1e3),

  /** Time by the clock on the wall. */
  WALL("wallNanos", "wallMicrosPerUnit", "ratio", true, 1e3),

  /** Bytes. */
  BYTES("bytes", "bytesPerUnit", "ratio", true, 1),

  /** The longest time that the write lock was held at a time, by the clock on the wall. */
  HOLD("longestHoldNanos", "longestHoldMillis", "holdRatio", false, 1e6),

  /** The most processor time of one hold. */
  HOLD_CPU("mostHoldCpuNanos", "longestHoldCpuMillis", "holdCpuRatio", false, 1e6);

  private final String field;
  private final String name;
  private final String ratioName;
  private final boolean perUnit;
  private final double divisor;

  ScaleMetric(String field, String name, String ratioName, boolean perUnit, double divisor) {
    this.field = field;
    this.name = name;
    this.ratioName = ratioName;
    this.perUnit = perUnit;
    this.divisor = divisor;
  }

  /** The name of its value in a line of results. */
  String valueName() {
    return name;
  }

  /** The name of the ratio to stock. */
  String ratioName() {
    return ratioName;
  }

  boolean isIn(JsonNode answer) {
    return answer.has(field);
  }

  /** In the unit that its name says. */
  double of(JsonNode answer) {
    double units = perUnit ? answer.get("units").asDouble() : 1;
    return answer.get(field).asDouble() / divisor / units;
  }
}
