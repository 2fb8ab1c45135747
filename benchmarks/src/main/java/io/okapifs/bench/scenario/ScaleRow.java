package io.okapifs.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.stats.PairedRatio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** What one event cost in each layout, round by round. */
final class ScaleRow {

  private final String event;
  private final int files;
  private final int dead;
  private final String unit;
  private final Map<String, List<JsonNode>> answers = new LinkedHashMap<>();

  /**
   * A row without answers.
   *
   * @param files of the namespace
   * @param dead nodes, with the one that the event is about; 0: it is about no dead node
   * @param unit what costs are told per
   */
  ScaleRow(String event, int files, int dead, String unit) {
    this.event = event;
    this.files = files;
    this.dead = dead;
    this.unit = unit;
  }

  /** The next round's answer of a layout. */
  void add(String layout, JsonNode answer) {
    answers.computeIfAbsent(layout, any -> new ArrayList<>()).add(answer);
  }

  boolean has(String layout) {
    return answers.containsKey(layout);
  }

  /** What the row is about, in words. */
  String title() {
    return event + (dead > 0 ? " " + dead : "");
  }

  String unit() {
    return unit;
  }

  int files() {
    return files;
  }

  /** The metric by which the row is judged. */
  ScaleMetric main() {
    return Arrays.stream(ScaleMetric.values()).filter(this::has).findFirst().orElseThrow();
  }

  boolean has(ScaleMetric metric) {
    return metric.isIn(answers.values().iterator().next().get(0));
  }

  /** The median of the rounds. */
  double value(String layout, ScaleMetric metric) {
    return PairedRatio.median(values(layout, metric));
  }

  private double[] values(String layout, ScaleMetric metric) {
    return answers.get(layout).stream().mapToDouble(metric::of).toArray();
  }

  /** Over stock in the same rounds; none of stock itself, and where one of them took nothing. */
  Optional<PairedRatio> ratio(String layout, ScaleMetric metric, long seed) {
    if (layout.equals(ScaleSide.STOCK) || !has(ScaleSide.STOCK)) {
      return Optional.empty();
    }
    double[] stock = values(ScaleSide.STOCK, metric);
    double[] theirs = values(layout, metric);
    boolean positive =
        DoubleStream.concat(Arrays.stream(stock), Arrays.stream(theirs)).allMatch(x -> x > 0);
    return positive ? Optional.of(PairedRatio.of(theirs, stock, seed)) : Optional.empty();
  }

  /** The lines of results, one for each layout. */
  List<Map<String, Object>> lines(long seed) {
    return answers.keySet().stream().map(layout -> line(layout, seed)).toList();
  }

  private Map<String, Object> line(String layout, long seed) {
    Map<String, Object> values = Report.values(event);
    values.put("files", files);
    values.put("layout", layout);
    if (dead > 0) {
      values.put("dead", dead);
    }
    JsonNode first = answers.get(layout).get(0);
    values.put("unit", unit);
    values.put("units", first.get("units").asLong());
    for (String count : new String[] {"safeBlocks", "lowRedundancy", "replicas", "holds"}) {
      if (first.has(count)) {
        values.put(count, first.get(count).asLong());
      }
    }
    for (ScaleMetric metric : ScaleMetric.values()) {
      if (metric.isIn(first)) {
        values.put(metric.valueName(), value(layout, metric));
        Optional<PairedRatio> ratio = ratio(layout, metric, seed);
        if (ratio.isPresent() && metric == main()) {
          Report.put(values, ratio.get());
        } else {
          ratio.ifPresent(each -> values.put(metric.ratioName(), each.median()));
        }
      }
    }
    return values;
  }
}
