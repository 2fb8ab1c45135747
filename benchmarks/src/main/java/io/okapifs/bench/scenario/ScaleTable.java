package io.okapifs.bench.scenario;

import io.okapifs.bench.stats.PairedRatio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rows of events as text: a column for each layout, with the ratio to stock. */
final class ScaleTable {

  private static final int WIDTH = 18;

  private final List<ScaleRow> rows;
  private final List<String> layouts;
  private final long seed;

  ScaleTable(List<ScaleRow> rows, List<String> layouts, long seed) {
    this.rows = rows;
    this.layouts = layouts;
    this.seed = seed;
  }

  /** Two parts: what an event costs per unit, and how long it holds the write lock at a time. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(head("per unit: us of processor time, or as it says (ratio to stock)"));
    rows.forEach(row -> text.append(line(row, row.main())));
    text.append('\n').append(head("longest hold of the write lock, ms (ratio to stock)"));
    rows.stream()
        .filter(row -> row.has(ScaleMetric.HOLD))
        .forEach(row -> text.append(line(row, ScaleMetric.HOLD)));
    return text.toString();
  }

  private String head(String title) {
    List<String> cells = new ArrayList<>(List.of("event", "unit", "files"));
    cells.addAll(layouts);
    return title + "\n" + format(cells);
  }

  private String line(ScaleRow row, ScaleMetric metric) {
    String unit =
        switch (metric) {
          case BYTES -> "bytes/" + row.unit();
          case WALL -> "wall us/" + row.unit();
          case HOLD -> "ms";
          default -> row.unit();
        };
    List<String> cells = new ArrayList<>(List.of(row.title(), unit, "" + row.files()));
    for (String layout : layouts) {
      cells.add(row.has(layout) ? cell(row, layout, metric) : "-");
    }
    return format(cells);
  }

  private String cell(ScaleRow row, String layout, ScaleMetric metric) {
    Optional<PairedRatio> ratio = row.ratio(layout, metric, seed);
    String value = digits(row.value(layout, metric));
    return ratio.map(r -> value + " (" + digits(r.median()) + ")").orElse(value);
  }

  /** Three of them or more. */
  private static String digits(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static String format(List<String> cells) {
    StringBuilder line = new StringBuilder();
    cells.forEach(cell -> line.append(String.format("%-" + WIDTH + "s ", cell)));
    return line.toString().stripTrailing() + "\n";
  }
}
