package io.okapifs.bench.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** Values of the kept results of a command of bench. */
final class Measured implements Source {
  private final BenchRun run;
  private final List<Wanted> wanted;
  private final Map<String, String> reasons;
  private final String reason;

  /** A value that lines have, if they have it. */
  private record Wanted(
      String item, String metric, String printed, Function<ResultLines, OptionalDouble> ours) {
    PaperValue of(Optional<ResultLines> lines) {
      OptionalDouble number = lines.map(ours).orElse(OptionalDouble.empty());
      return number.isPresent()
          ? PaperValue.of(item, metric, printed, number.getAsDouble())
          : PaperValue.missing(item, metric, printed);
    }
  }

  private Measured(
      BenchRun run, List<Wanted> wanted, Map<String, String> reasons, String reason) {
    this.run = run;
    this.wanted = wanted;
    this.reasons = reasons;
    this.reason = reason;
  }

  /** Kept in a file of the command's name. */
  static Measured by(String command, String arguments) {
    return in(command + ".jsonl", command, arguments);
  }

  /** Kept in a file of its own, as other arguments of the same command are measured, too. */
  static Measured in(String file, String command, String arguments) {
    return new Measured(new BenchRun(command, arguments, file), List.of(), Map.of(), "");
  }

  /** A number; see {@link PaperValue#of(String, String, String, double)}. */
  Measured value(
      String item, String metric, String printed, Function<ResultLines, OptionalDouble> ours) {
    List<Wanted> more = new ArrayList<>(wanted);
    more.add(new Wanted(item, metric, printed, ours));
    return new Measured(run, List.copyOf(more), reasons, reason);
  }

  /** Why values differ that have no reason of their own. */
  Measured because(String why) {
    return new Measured(run, wanted, reasons, why);
  }

  /** Why a value differs; the name is what {@link PaperValue#name} has. */
  Measured because(String valueName, String why) {
    Map<String, String> more = new LinkedHashMap<>(reasons);
    more.put(valueName, why);
    return new Measured(run, wanted, more, reason);
  }

  @Override
  public Outcome outcome(Available available) {
    if (!available.commands().contains(run.command())) {
      return new Outcome(
          Outcome.State.NOT_HERE, values(Optional.empty()),
          "Not here yet: bench has no command " + run.command() + ".");
    }
    Optional<ResultLines> lines = available.kept().lines(run.file());
    List<PaperValue> values = values(lines);
    long known = values.stream().filter(value -> value.ours().isPresent()).count();
    if (lines.isEmpty() || known == 0) {
      return new Outcome(Outcome.State.NOT_MEASURED, values, notMeasured(available));
    }
    boolean all = known == values.size();
    return new Outcome(
        all ? Outcome.State.KNOWN : Outcome.State.PARTLY_KNOWN, values, lines.get().measuredOn());
  }

  private String notMeasured(Available available) {
    String partial =
        available.kept().partial(run.file())
            .map(path -> " A run was interrupted; " + path.getFileName() + " has its lines.")
            .orElse("");
    return "Not measured yet: `" + run.line() + "`." + partial;
  }

  private List<PaperValue> values(Optional<ResultLines> lines) {
    return wanted.stream().map(one -> one.of(lines)).map(this::withReason).toList();
  }

  private PaperValue withReason(PaperValue value) {
    return value.because(value.differs() ? reasons.getOrDefault(value.name(), reason) : "");
  }

  @Override
  public String how() {
    return "`" + run.line() + "`";
  }

  @Override
  public List<BenchRun> runs() {
    return List.of(run);
  }

  /** With measured values a reason may outlive its difference. */
  @Override
  public Set<String> reasonedNames() {
    return Set.of();
  }
}
