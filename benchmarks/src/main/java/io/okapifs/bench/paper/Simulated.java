package io.okapifs.bench.paper;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the command simulate has printed of a figure.
 *
 * @param figure what it is asked for by
 * @param panel what names of figures in its lines begin with
 * @param printed the paper's values, shown until there are lines, which carry them
 */
record Simulated(String figure, String panel, List<PaperValue> printed) implements Source {
  private static final String COMMAND = "simulate";

  /** All panels of a figure. */
  static Simulated of(String figure) {
    return new Simulated(figure, figure, List.of());
  }

  Simulated panel(String name) {
    return new Simulated(figure, name, printed);
  }

  /** A value that the paper prints. */
  Simulated prints(String metric, String value) {
    List<PaperValue> more = new ArrayList<>(printed);
    more.add(PaperValue.missing("", metric, value));
    return new Simulated(figure, panel, List.copyOf(more));
  }

  private BenchRun run() {
    return new BenchRun(COMMAND, figure, COMMAND + "-" + figure + ".jsonl");
  }

  @Override
  public Outcome outcome(Available available) {
    if (!available.commands().contains(COMMAND)) {
      return new Outcome(
          Outcome.State.NOT_HERE, printed, "Not here yet: bench has no command simulate.");
    }
    Optional<ResultLines> lines =
        available.kept().lines(run().file()).map(all -> all.result(COMMAND));
    List<PaperValue> values =
        lines.stream()
            .flatMap(all -> all.lines().stream())
            .filter(line -> line.path("figure").asText().startsWith(panel))
            .map(Simulated::value)
            .toList();
    return values.isEmpty()
        ? new Outcome(
            Outcome.State.NOT_MEASURED, printed, "Not simulated yet: `" + run().line() + "`.")
        : new Outcome(
            Outcome.State.KNOWN, values,
            "Simulated (`" + run().file() + "` begins with the command).");
  }

  private static PaperValue value(JsonNode line) {
    String unit = line.path("unit").asText();
    String metric = line.path("what").asText() + (unit.isEmpty() ? "" : ", " + unit);
    String printed = line.has("paper") ? number(line.path("paper").asDouble()) : null;
    PaperValue value = PaperValue.of("", metric, printed, line.path("value").asDouble());
    return value.because(value.differs() ? line.path("reason").asText() : "");
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  @Override
  public String how() {
    return "`" + run().line() + "`";
  }

  @Override
  public List<BenchRun> runs() {
    return List.of(run());
  }
}
