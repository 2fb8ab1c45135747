package io.okapifs.bench.paper;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** What the command simulate has printed of a figure; its lines carry the paper's values. */
record Simulated(String figure, String panel) implements Source {
  private static final String COMMAND = "simulate";

  /** All panels of a figure. */
  static Simulated of(String figure) {
    return new Simulated(figure, figure);
  }

  /** One panel of a figure; its name is in the lines. */
  Simulated panel(String name) {
    return new Simulated(figure, name);
  }

  private BenchRun run() {
    return new BenchRun(COMMAND, figure, COMMAND + "-" + figure + ".jsonl");
  }

  @Override
  public Outcome outcome(Available available) {
    if (!available.commands().contains(COMMAND)) {
      return new Outcome(
          Outcome.State.NOT_HERE, List.of(), "Not here yet: bench has no command simulate.");
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
            Outcome.State.NOT_MEASURED, List.of(), "Not simulated yet: `" + run().line() + "`.")
        : new Outcome(
            Outcome.State.KNOWN, values,
            "Simulated, see `" + run().file() + "` for reads and seed.");
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
