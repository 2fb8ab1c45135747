package io.okapifs.bench.paper;

import io.okapifs.ec.analysis.Cell;
import io.okapifs.ec.analysis.PaperTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table of {@link Tables}. Columns before the first printed one say which row it is,
 * unless {@link #keys} names them.
 */
final class CodeTable implements Source {
  private final String name;
  private final List<String> keys;
  private final Map<String, String> reasons;

  private CodeTable(String name, List<String> keys, Map<String, String> reasons) {
    this.name = name;
    this.keys = keys;
    this.reasons = reasons;
  }

  static CodeTable of(String name) {
    return new CodeTable(name, List.of(), Map.of());
  }

  CodeTable keys(String... columns) {
    return new CodeTable(name, List.of(columns), reasons);
  }

  /** Why a value differs; the name is what {@link PaperValue#name} has. */
  CodeTable because(String valueName, String why) {
    Map<String, String> more = new LinkedHashMap<>(reasons);
    more.put(valueName, why);
    return new CodeTable(name, keys, more);
  }

  @Override
  public Outcome outcome(Available available) {
    if (!available.tables().contains(name)) {
      return new Outcome(
          Outcome.State.NOT_HERE, List.of(), "Not here yet: no table " + name + ".");
    }
    PaperTable table = Tables.compute(name);
    Set<String> keyColumns = keyColumns(table);
    List<PaperValue> values = new ArrayList<>();
    for (List<Cell> row : table.rows()) {
      String item =
          row.stream()
              .filter(cell -> keyColumns.contains(cell.column()))
              .map(CodeTable::keyText)
              .collect(Collectors.joining(" "));
      row.stream()
          .filter(cell -> !keyColumns.contains(cell.column()))
          .map(cell -> PaperValue.of(item, cell))
          .map(value -> value.because(reasons.getOrDefault(value.name(), "")))
          .forEach(values::add);
    }
    return new Outcome(Outcome.State.KNOWN, values, String.join(" ", table.notes()));
  }

  private Set<String> keyColumns(PaperTable table) {
    if (!keys.isEmpty()) {
      return Set.copyOf(keys);
    }
    List<String> columns = table.columns();
    int first =
        table.rows().stream()
            .flatMap(List::stream)
            .filter(cell -> cell.printed().isPresent())
            .mapToInt(cell -> columns.indexOf(cell.column()))
            .min()
            .orElse(1);
    return Set.copyOf(columns.subList(0, Math.max(first, 1)));
  }

  /** A word stands for itself, a number needs to be told what it is. */
  private static String keyText(Cell cell) {
    return Character.isDigit(cell.ours().charAt(0))
        ? cell.column() + "=" + cell.ours()
        : cell.ours();
  }

  @Override
  public Set<String> reasonedNames() {
    return reasons.keySet();
  }

  @Override
  public String how() {
    return "`" + Tables.line(name) + "`";
  }
}
