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
    Pairs pairs = new Pairs();
    for (int i = 0; i < lines.get(layout).size(); i++) {
      ReadsLine one = lines.get(layout).get(i);
      ReadsLine other = lines.get(Reads.COUPLED).get(i);
      if (one.accepted() && other.accepted()) {
        pairs.add(one.mibPerSecond(), other.mibPerSecond());
      }
    }
    pairs.put(values, seed);
  }

  /** The ratio to what the simulation says. */
  void putSimulated(Map<String, Object> values, String layout, long seed) {
    Pairs pairs = new Pairs();
    for (ReadsLine line : lines.get(layout)) {
      if (line.accepted()) {
        pairs.add(line.mibPerSecond(), line.simulatedMibPerSecond());
      }
    }
    pairs.put(values, seed);
  }

  private static final class Pairs {
    private final List<Double> ones = new ArrayList<>();
    private final List<Double> others = new ArrayList<>();

    void add(double one, double other) {
      ones.add(one);
      others.add(other);
    }

    void put(Map<String, Object> values, long seed) {
      if (ones.isEmpty()) {
        values.put(
            "refused",
            "the processors were busier than " + ReadsLine.CPU_MAX + " in every repetition");
      } else {
        Report.put(values, PairedRatio.of(doubles(ones), doubles(others), seed));
      }
    }
  }

  private static double[] doubles(List<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
