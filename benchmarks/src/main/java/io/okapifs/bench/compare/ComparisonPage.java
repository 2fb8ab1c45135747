package io.okapifs.bench.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.stats.PairedRatio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Two runs beside each other as a page in Markdown: what differs in how they were run, and every
 * ratio.
 */
public final class ComparisonPage {

  /** With fewer, the interval of a median says less than 95%. */
  private static final int PAIRS_MIN = 6;

  private static final List<String> CONDITIONS = List.of("environment", "machine", "setup");
  private static final String RESULT = "result";
  private static final String NOTHING = "-";

  private ComparisonPage() {}

  /**
   * The page.
   *
   * @param names of the files
   * @param first lines of the first file
   * @param second lines of the second file
   */
  public static String of(
      List<String> names, List<JsonNode> first, List<JsonNode> second, Comparison comparison) {
    StringBuilder page =
        new StringBuilder("# " + names.get(1) + " beside " + names.get(0) + "\n\n");
    conditions(page, names, conditions(first), conditions(second));
    page.append(
        "\nA ratio is the second over the first, the median of pairs; in brackets its 95% interval."
            + " Where that contains\n1 the runs tell no difference, and with fewer than "
            + PAIRS_MIN
            + " pairs they are too few to tell.\n\n");
    row(page, List.of("of", "value", "first", "second", "ratio", "pairs", ""));
    row(page, List.of("---", "---", "---", "---", "---", "---", "---"));
    comparison.ratios().forEach(ratio -> row(page, cells(ratio)));
    missing(page, "Only in the first file", comparison.onlyFirst());
    missing(page, "Only in the second file", comparison.onlySecond());
    return page.toString();
  }

  /** What runs were run on and with. */
  private static Map<String, String> conditions(List<JsonNode> lines) {
    Map<String, String> conditions = new LinkedHashMap<>();
    for (JsonNode line : lines) {
      if (CONDITIONS.contains(line.path(RESULT).asText())) {
        line.fields().forEachRemaining(
            field -> {
              if (!field.getKey().equals(RESULT)) {
                conditions.putIfAbsent(field.getKey(), text(field.getValue()));
              }
            });
      }
    }
    return conditions;
  }

  private static String text(JsonNode value) {
    return value.isValueNode() ? value.asText() : value.toString();
  }

  private static void conditions(
      StringBuilder page, List<String> names, Map<String, String> first,
      Map<String, String> second) {
    TreeSet<String> all = new TreeSet<>(first.keySet());
    all.addAll(second.keySet());
    List<String> same = new ArrayList<>();
    row(page, List.of("what differs", names.get(0), names.get(1)));
    row(page, List.of("---", "---", "---"));
    for (String name : all) {
      String one = first.getOrDefault(name, NOTHING);
      String other = second.getOrDefault(name, NOTHING);
      if (one.equals(other)) {
        same.add(name + " " + one);
      } else {
        row(page, List.of(name, one, other));
      }
    }
    page.append("\nThe same in both: ").append(escaped(String.join(", ", same))).append(".\n");
  }

  private static List<String> cells(Comparison.Ratio ratio) {
    PairedRatio pairs = ratio.ratio();
    return List.of(
        key(ratio.key()), ratio.value(), number(ratio.first()), number(ratio.second()),
        String.format(
            Locale.ROOT, "%.3f [%.3f, %.3f]", pairs.median(), pairs.low(), pairs.high()),
        String.valueOf(pairs.pairs()), verdict(pairs));
  }

  private static String key(Map<String, String> key) {
    return key.entrySet().stream()
        .map(
            entry ->
                entry.getKey().equals(RESULT)
                    ? entry.getValue()
                    : entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String verdict(PairedRatio ratio) {
    if (ratio.pairs() < PAIRS_MIN) {
      return "too few pairs";
    }
    if (ratio.low() <= 1 && ratio.high() >= 1) {
      return "no difference told";
    }
    return ratio.low() > 1 ? "more" : "less";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static void missing(StringBuilder page, String what, List<Map<String, String>> keys) {
    if (!keys.isEmpty()) {
      page.append('\n').append(what).append(":\n\n");
      keys.forEach(key -> page.append("* ").append(escaped(key(key))).append('\n'));
    }
  }

  private static void row(StringBuilder page, List<String> cells) {
    page.append("| ")
        .append(cells.stream().map(ComparisonPage::escaped).collect(Collectors.joining(" | ")))
        .append(" |\n");
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }
}
