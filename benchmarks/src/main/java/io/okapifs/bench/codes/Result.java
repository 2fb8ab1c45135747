package io.okapifs.bench.codes;

import io.okapifs.bench.stats.PairedRatio;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the rounds gave for one subject.
 *
 * @param inputBytesPerSecond one for each round
 * @param heapBytesPerGroup allocated by the code that is measured, the least of all rounds
 */
public record Result(
    Subject subject,
    int windowBytes,
    WorkingSet workingSet,
    double[] inputBytesPerSecond,
    double heapBytesPerGroup) {
  private static final double GIGA = 1e9;

  /** The line that is printed. */
  public Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("code", subject.code());
    values.put("n", subject.n());
    values.put("k", subject.k());
    values.put("alpha", subject.alpha());
    values.put("op", subject.op());
    values.put("kernel", subject.kernel());
    values.put("window_bytes", windowBytes);
    values.put("working_set", workingSet.name());
    values.put("gb_per_s", PairedRatio.median(inputBytesPerSecond) / GIGA);
    values.put("heap_bytes_per_group", heapBytesPerGroup);
    return values;
  }
}
