package io.okapifs.bench.paper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A row with what its source has. A value. */
public record RowResult(Row row, Outcome outcome) {
  public static RowResult of(Row row, Source.Available available) {
    return new RowResult(row, row.source().outcome(available));
  }

  /** Values that the paper prints. */
  public List<PaperValue> printed() {
    return outcome.values().stream().filter(value -> value.printed().isPresent()).toList();
  }

  /** Whether there is a value of ours; without any the note says what there is to do. */
  boolean hasOurs() {
    return outcome.values().stream().anyMatch(value -> value.ours().isPresent());
  }

  /** Values that both sides have and that differ without a reason. */
  public List<PaperValue> unexplained() {
    return outcome.values().stream()
        .filter(value -> value.differs() && value.reason().isEmpty())
        .toList();
  }

  /** For example "71 of 72 printed values are ours"; empty where nothing can be compared. */
  public String agreement() {
    List<PaperValue> compared =
        printed().stream().filter(value -> value.ours().isPresent()).toList();
    long same = compared.stream().filter(value -> !value.differs()).count();
    return compared.isEmpty() ? "" : same + " of " + compared.size() + " printed values are ours";
  }

  /** As JSON. */
  Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("id", row.id());
    values.put("paper", row.paper().title());
    values.put("place", row.place());
    values.put("says", row.says());
    values.put("label", row.label().text());
    values.put("how", row.source().how());
    values.put("state", outcome.state().text());
    values.put("note", outcome.note());
    values.put("plotted", row.plotted());
    values.put("values", outcome.values().stream().map(RowResult::values).toList());
    return values;
  }

  private static Map<String, Object> values(PaperValue value) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("item", value.item());
    values.put("metric", value.metric());
    value.printed().ifPresent(text -> values.put("paper", text));
    value.ours().ifPresent(text -> values.put("ours", text));
    value.difference().ifPresent(text -> values.put("difference", text));
    values.put("reason", value.reason());
    return values;
  }
}
