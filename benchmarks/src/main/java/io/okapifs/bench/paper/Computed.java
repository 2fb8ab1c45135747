package io.okapifs.bench.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Values that plans of codes and the layout's arithmetic give, asked when the row is shown. */
final class Computed implements Source {
  private final String how;
  private final List<Supplier<PaperValue>> values;
  private final Map<String, String> reasons;

  private Computed(String how, List<Supplier<PaperValue>> values, Map<String, String> reasons) {
    this.how = how;
    this.values = values;
    this.reasons = reasons;
  }

  static Computed by(String how) {
    return new Computed(how, List.of(), Map.of());
  }

  /** A number; see {@link PaperValue#of(String, String, String, double)}. */
  Computed value(String item, String metric, String printed, DoubleSupplier ours) {
    return plus(() -> PaperValue.of(item, metric, printed, ours.getAsDouble()));
  }

  Computed word(String item, String metric, String printed, Supplier<String> ours) {
    return plus(() -> PaperValue.word(item, metric, printed, ours.get()));
  }

  private Computed plus(Supplier<PaperValue> value) {
    List<Supplier<PaperValue>> more = new ArrayList<>(values);
    more.add(value);
    return new Computed(how, List.copyOf(more), reasons);
  }

  /** Why a value differs; the name is what {@link PaperValue#name} has. */
  Computed because(String valueName, String why) {
    Map<String, String> more = new LinkedHashMap<>(reasons);
    more.put(valueName, why);
    return new Computed(how, values, more);
  }

  @Override
  public Outcome outcome(Available available) {
    List<PaperValue> known =
        values.stream()
            .map(Supplier::get)
            .map(value -> value.because(reasons.getOrDefault(value.name(), "")))
            .toList();
    return new Outcome(Outcome.State.KNOWN, known, "");
  }

  @Override
  public Set<String> reasonedNames() {
    return reasons.keySet();
  }

  @Override
  public String how() {
    return how;
  }
}
