package io.okapifs.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.stats.PairedRatio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ratios of a second result file over a first one. Lines with the same keys are pairs, in their
 * order; values that are not above 0 have no ratio and are left out. A value.
 *
 * @param ratios of every key and value that both files have
 * @param over of every kind of line and value, over the medians of all keys
 * @param onlyFirst keys that the second file lacks
 * @param onlySecond keys that the first file lacks
 */
public record Comparison(
    List<Ratio> ratios, List<Ratio> over, List<Map<String, String>> onlyFirst,
    List<Map<String, String>> onlySecond) {
  private static final String RESULT = "result";
  private static final Set<String> NO_RESULTS = Set.of("environment", "machine", "setup");

  /**
   * What one value came to.
   *
   * @param key what the lines are of
   * @param value the name of what was measured
   * @param first median in the first file
   * @param second median in the second file
   * @param ratio of pairs, second over first
   */
  public record Ratio(
      Map<String, String> key, String value, double first, double second, PairedRatio ratio) {}

  /**
   * Compares the lines of two files of the same command.
   *
   * @param seed of the intervals
   * @throws IllegalArgumentException where no line of one has the keys of one of the other
   */
  public static Comparison of(
      List<JsonNode> first, List<JsonNode> second, FieldChoice choice, long seed) {
    List<JsonNode> ours = results(first);
    List<JsonNode> others = results(second);
    FieldChoice fields = choice.completed(Stream.concat(ours.stream(), others.stream()).toList());
    Map<Map<String, String>, List<JsonNode>> byKey = byKey(ours, fields);
    Map<Map<String, String>, List<JsonNode>> otherByKey = byKey(others, fields);
    List<Ratio> ratios = new ArrayList<>();
    byKey.forEach(
        (key, lines) -> {
          List<JsonNode> partners = otherByKey.getOrDefault(key, List.of());
          for (String value : fields.values()) {
            add(ratios, key, value, lines, partners, seed);
          }
        });
    if (ratios.isEmpty()) {
      throw new IllegalArgumentException(
          "no pairs: keys of the first file=" + byKey.keySet().stream().limit(1).toList()
              + ", of the second=" + otherByKey.keySet().stream().limit(1).toList() + ", values="
              + fields.values() + "; name the keys with --by and the values with --value");
    }
    return new Comparison(
        ratios, overall(ratios, seed), without(byKey, otherByKey), without(otherByKey, byKey));
  }

  private static List<JsonNode> results(List<JsonNode> lines) {
    return lines.stream()
        .filter(line -> !NO_RESULTS.contains(line.path(RESULT).asText()))
        .toList();
  }

  private static Map<Map<String, String>, List<JsonNode>> byKey(
      List<JsonNode> lines, FieldChoice fields) {
    Map<Map<String, String>, List<JsonNode>> byKey = new LinkedHashMap<>();
    lines.forEach(
        line -> byKey.computeIfAbsent(fields.key(line), key -> new ArrayList<>()).add(line));
    return byKey;
  }

  private static void add(
      List<Ratio> ratios, Map<String, String> key, String value, List<JsonNode> first,
      List<JsonNode> second, long seed) {
    List<double[]> pairs = new ArrayList<>();
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      double one = first.get(i).path(value).asDouble();
      double other = second.get(i).path(value).asDouble();
      if (one > 0 && other > 0) {
        pairs.add(new double[] {one, other});
      }
    }
    if (!pairs.isEmpty()) {
      ratios.add(ratio(key, value, column(pairs, 0), column(pairs, 1), seed));
    }
  }

  private static double[] column(List<double[]> pairs, int column) {
    return pairs.stream().mapToDouble(pair -> pair[column]).toArray();
  }

  private static Ratio ratio(
      Map<String, String> key, String value, double[] first, double[] second, long seed) {
    return new Ratio(
        key, value, PairedRatio.median(first), PairedRatio.median(second),
        PairedRatio.of(second, first, seed));
  }

  /** Of each kind of line, a pair for each key. */
  private static List<Ratio> overall(List<Ratio> ratios, long seed) {
    Map<List<String>, List<double[]>> pairs = new LinkedHashMap<>();
    for (Ratio one : ratios) {
      pairs
          .computeIfAbsent(
              List.of(one.key().getOrDefault(RESULT, ""), one.value()), key -> new ArrayList<>())
          .add(new double[] {one.first(), one.second()});
    }
    List<Ratio> over = new ArrayList<>();
    pairs.forEach(
        (kind, all) ->
            over.add(
                ratio(
                    Map.of(RESULT, kind.get(0)), kind.get(1), column(all, 0), column(all, 1),
                    seed)));
    return over;
  }

  private static List<Map<String, String>> without(
      Map<Map<String, String>, List<JsonNode>> of, Map<Map<String, String>, List<JsonNode>> in) {
    return of.keySet().stream().filter(key -> !in.containsKey(key)).toList();
  }
}
