package io.okapifs.bench.paper;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Several sources of one row, one after the other. */
record Sources(List<Source> parts) implements Source {
  static Sources of(Source... parts) {
    return new Sources(List.of(parts));
  }

  @Override
  public Outcome outcome(Available available) {
    List<Outcome> outcomes = parts.stream().map(part -> part.outcome(available)).toList();
    return new Outcome(
        state(outcomes), outcomes.stream().flatMap(outcome -> outcome.values().stream()).toList(),
        outcomes.stream()
            .map(Outcome::note)
            .filter(note -> !note.isEmpty())
            .distinct()
            .collect(Collectors.joining(" ")));
  }

  /** All alike, or some known, or, where none is known, what can be measured. */
  private static Outcome.State state(List<Outcome> outcomes) {
    Set<Outcome.State> states =
        outcomes.stream().map(Outcome::state).collect(Collectors.toSet());
    if (states.size() == 1) {
      return states.iterator().next();
    }
    boolean someKnown =
        states.contains(Outcome.State.KNOWN) || states.contains(Outcome.State.PARTLY_KNOWN);
    return someKnown ? Outcome.State.PARTLY_KNOWN : Outcome.State.NOT_MEASURED;
  }

  @Override
  public String how() {
    return parts.stream().map(Source::how).distinct().collect(Collectors.joining(", "));
  }

  @Override
  public List<BenchRun> runs() {
    return parts.stream().flatMap(part -> part.runs().stream()).toList();
  }

  @Override
  public Set<String> reasonedNames() {
    Set<String> names = new HashSet<>();
    parts.forEach(part -> names.addAll(part.reasonedNames()));
    return names;
  }

  @Override
  public Optional<String> substitute() {
    return parts.stream().flatMap(part -> part.substitute().stream()).findFirst();
  }
}
