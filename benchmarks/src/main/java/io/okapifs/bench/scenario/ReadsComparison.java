package io.okapifs.bench.scenario;

import io.okapifs.bench.stats.PairedRatio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Throughput of layouts that were read in turns, one of each in every repetition. */
final class ReadsComparison {

  private final Map<String, List<ReadsLine>> lines = new HashMap<>();

  void add(ReadsLine line) {
    lines.computeIfAbsent(line.layout(), layout -> new ArrayList<>()).add(line);
  }

  /** The ratio to HDFS's own layout, of repetitions in which the machine had time for both. */
  void put(Map<String, Object> values, String layout, long seed) {
    List<Double> ours = new ArrayList<>();
    List<Double> coupled = new ArrayList<>();
    for (int i = 0; i < lines.get(layout).size(); i++) {
      ReadsLine one = lines.get(layout).get(i);
      ReadsLine other = lines.get(Reads.COUPLED).get(i);
      if (one.accepted() && other.accepted()) {
        ours.add(one.mibPerSecond());
        coupled.add(other.mibPerSecond());
      }
    }
    if (ours.isEmpty()) {
      values.put(
          "refused", "the processors were busier than " + ReadsLine.CPU_MAX + " in every repetition");
    } else {
      Report.put(values, PairedRatio.of(doubles(ours), doubles(coupled), seed));
    }
  }

  private static double[] doubles(List<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
