package io.okapifs.bench.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.okapifs.bench.figure.Figure;
import io.okapifs.bench.figure.FigureLine;
import io.okapifs.bench.figure.Figures;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Figures of the papers from models of disks, networks and clients: nothing is measured. */
@Command(
    name = "simulate",
    description = "Figures of the papers from models of disks and networks; measures nothing.",
    footer = "Takes about a minute with --all, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Simulate implements Callable<Integer> {

  @Parameters(paramLabel = "FIGURE", arity = "0..*", description = "Names, as --list has them.")
  private List<String> names = List.of();

  @Option(names = "--list", description = "Only names the figures.")
  private boolean list;

  @Option(names = "--all", description = "Every figure.")
  private boolean all;

  @Option(
      names = "--reads",
      description = "Reads that are counted for each value (default: ${DEFAULT-VALUE}).")
  private int reads = 20_000;

  @Option(
      names = "--seed",
      description = "Of all that is drawn at random (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Mixin private Report report;

  @Override
  public Integer call() throws JsonProcessingException {
    if (list) {
      for (Figure figure : Figures.ALL) {
        report.line(named(figure));
      }
      return 0;
    }
    Figure.Settings settings = new Figure.Settings(reads, seed);
    for (Figure figure : chosen()) {
      Map<String, Object> setup = named(figure);
      setup.put("reads", reads);
      setup.put("seed", seed);
      report.note(setup);
      for (FigureLine line : figure.lines(settings)) {
        report.line(values(line));
      }
    }
    return 0;
  }

  private List<Figure> chosen() {
    if (all != names.isEmpty()) {
      throw new IllegalArgumentException(
          "name figures or give --all, one of both: figures=" + names + ", all=" + all
              + "; --list names them");
    }
    return all ? Figures.ALL : names.stream().map(Figures::byName).toList();
  }

  private static Map<String, Object> named(Figure figure) {
    Map<String, Object> values = Report.values("figure");
    values.put("figure", figure.name());
    values.put("title", figure.title());
    return values;
  }

  private static Map<String, Object> values(FigureLine line) {
    Map<String, Object> values = Report.values("simulate");
    values.put("figure", line.figure());
    values.put("what", line.what());
    values.put("value", line.value());
    values.put("unit", line.unit());
    line.printed().ifPresent(printed -> values.put("paper", Double.valueOf(printed)));
    line.difference().ifPresent(difference -> values.put("difference", difference));
    line.reason().ifPresent(reason -> values.put("reason", reason));
    values.put("label", line.label());
    return values;
  }
}
