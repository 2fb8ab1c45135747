package io.okapifs.bench.scenario;

import io.okapifs.bench.stats.MeanInterval;
import io.okapifs.hdfs.datanode.repair.RepairCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What {@link RepairTime} prints of its measurements. */
final class RepairTimeLines {

  private static final double CPU_MAX = 0.8;

  private final Report report;
  private final boolean ofNodes;

  /** One measurement of one code; {@code plannedBlocks} are read per block rebuilt. */
  record Repetition(double plannedBlocks, RepairBed.Measured measured) {

    double secondsPerBlock() {
      return measured.repair().seconds() / measured.repair().replicas();
    }

    double perBlock(long count) {
      return count / (double) measured.repair().replicas();
    }
  }

  /**
   * @param ofNodes whether nodes are lost, not blocks
   */
  RepairTimeLines(Report report, boolean ofNodes) {
    this.report = report;
    this.ofNodes = ofNodes;
  }

  /** What a result depends on. */
  void putSetting(Map<String, Object> values, RepairBed.Setting setting) {
    values.put("experiment", ofNodes ? "node" : "block");
    values.put("mbit", setting.megabits());
    values.put("diskModel", setting.disk());
    values.put("mode", setting.spooledWindow() == 0 ? "accumulate" : "windowed");
    values.put("spooledWindow", setting.spooledWindow());
  }

  void repetition(RepairBed.Setting setting, String name, BitSet drawn, Repetition repetition)
      throws IOException {
    Map<String, Object> values = Report.values("repetition");
    values.put("policy", name);
    putSetting(values, setting);
    values.put(
        "position", drawn.stream().mapToObj(String::valueOf).collect(Collectors.joining(",")));
    values.put("blocksRebuilt", repetition.measured().repair().replicas());
    values.put("seconds", repetition.measured().repair().seconds());
    values.put("plannedBlocks", repetition.plannedBlocks());
    putUse(values, setting, List.of(repetition));
    report.line(values);
  }

  /** What DataNodes have counted of the repairs of a code, warm-ups included, per repair. */
  void counts(
      RepairBed.Setting setting, String name, int repairs, Map<String, Long> counts)
      throws IOException {
    Map<String, Object> values = Report.values("repair-counts");
    values.put("policy", name);
    putSetting(values, setting);
    values.put("repairs", repairs);
    double blocks = (double) repairs * setting.blockBytes();
    values.put("blocksRead", count(counts, RepairCount.BYTES_READ) / blocks);
    values.put("runs", count(counts, RepairCount.RUNS) / (double) repairs);
    values.put("positionings", count(counts, RepairCount.POSITIONINGS) / (double) repairs);
    values.put("windows", count(counts, RepairCount.WINDOWS) / (double) repairs);
    values.put("blocksSpooled", count(counts, RepairCount.SPOOLED_BYTES) / blocks);
    report.line(values);
  }

  private static long count(Map<String, Long> counts, RepairCount count) {
    return counts.get(count.info().name());
  }

  /** How busy processors and links were, and what disks counted per block rebuilt. */
  private static void putUse(
      Map<String, Object> values, RepairBed.Setting setting, List<Repetition> repetitions) {
    double cpu = average(repetitions, repetition -> repetition.measured().cpu());
    values.put("cpu", cpu);
    values.put("cpuBelow80Percent", cpu < CPU_MAX);
    if (setting.megabits() > 0) {
      values.put("linkBusy", average(repetitions, repetition -> repetition.measured().linkBusy()));
    }
    if (setting.hasDisk()) {
      values.put(
          "diskReadBlocks",
          average(repetitions, one -> one.perBlock(one.measured().readBytes()))
              / setting.blockBytes());
      values.put(
          "diskReadPositionings",
          average(repetitions, one -> one.perBlock(one.measured().readPositionings())));
      values.put(
          "diskWritePositionings",
          average(repetitions, one -> one.perBlock(one.measured().writePositionings())));
    }
  }

  private static double average(
      List<Repetition> repetitions, ToDoubleFunction<Repetition> value) {
    return repetitions.stream().mapToDouble(value).average().orElseThrow();
  }

  /** All that was measured under a setting: each code, and each beside those before it. */
  void results(RepairBed.Setting setting, Map<String, List<Repetition>> results)
      throws IOException {
    for (Map.Entry<String, List<Repetition>> result : results.entrySet()) {
      Map<String, Object> values = Report.values("repair-time");
      values.put("policy", result.getKey());
      putSetting(values, setting);
      put(
          values, "secondsPerBlock",
          MeanInterval.of(
              result.getValue().stream().mapToDouble(Repetition::secondsPerBlock).toArray()));
      values.put("plannedBlocks", average(result.getValue(), Repetition::plannedBlocks));
      putUse(values, setting, result.getValue());
      report.line(values);
    }
    List<String> names = new ArrayList<>(results.keySet());
    for (int i = 1; i < names.size(); i++) {
      for (int j = 0; j < i; j++) {
        ratio(setting, names.get(i), names.get(j), results);
      }
    }
  }

  private static void put(Map<String, Object> values, String name, MeanInterval interval) {
    values.put("repetitions", interval.count());
    values.put(name, interval.mean());
    values.put("low95", interval.low());
    values.put("high95", interval.high());
  }

  /** Of two codes in the same repetition, at the same position. */
  private void ratio(
      RepairBed.Setting setting, String name, String other,
      Map<String, List<Repetition>> results)
      throws IOException {
    List<Repetition> ours = results.get(name);
    List<Repetition> others = results.get(other);
    double[] ratios = new double[ours.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ours.get(i).secondsPerBlock() / others.get(i).secondsPerBlock();
    }
    MeanInterval ratio = MeanInterval.of(ratios);
    Map<String, Object> values = Report.values("ratio");
    values.put("policy", name);
    values.put("to", other);
    putSetting(values, setting);
    put(values, "ratio", ratio);
    values.put(
        "plannedRatio",
        average(ours, Repetition::plannedBlocks) / average(others, Repetition::plannedBlocks));
    PaperRatios.of(ofNodes, name, other).ifPresent(paper -> values.put("paperRatio", paper));
    OptionalDouble wanted = PaperRatios.wanted(ofNodes, name, other, setting);
    if (wanted.isPresent()) {
      values.put("high95Wanted", wanted.getAsDouble());
      values.put("passes", ratio.high() <= wanted.getAsDouble());
    }
    report.line(values);
  }
}
