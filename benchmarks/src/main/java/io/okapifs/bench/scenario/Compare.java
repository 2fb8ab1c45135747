package io.okapifs.bench.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.okapifs.bench.compare.Comparison;
import io.okapifs.bench.compare.ComparisonPage;
import io.okapifs.bench.compare.FieldChoice;
import io.okapifs.bench.paper.KeptResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Two result files of the same command: ratios of the second over the first. */
@Command(
    name = "compare",
    description = "Ratios of two result files of one command, paired by what their lines are of.",
    footer = "Takes seconds, by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Compare implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "A", description = "JSON lines, as --json prints them.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The same of another run.")
  private Path second;

  @Option(
      names = "--by",
      split = ",",
      description = "Fields that say what a line is of (default: all that were not measured).")
  private List<String> by = List.of();

  @Option(
      names = "--value",
      split = ",",
      description = "Fields that were measured (default: all that have a fraction).")
  private List<String> values = List.of();

  @Option(names = "--seed", description = "Of the intervals (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "Also writes a page in Markdown: what differs in how they were run, and every"
          + " ratio (default: none).")
  private Path page;

  @Mixin private Report report;

  @Override
  public Integer call() throws IOException {
    for (Path file : List.of(first, second)) {
      if (!Files.isRegularFile(file)) {
        throw new IllegalArgumentException(
            "no result file: file=" + file + "; keep what a command prints with --json");
      }
    }
    List<JsonNode> ours = KeptResults.read(first).lines();
    List<JsonNode> others = KeptResults.read(second).lines();
    Comparison comparison = Comparison.of(ours, others, new FieldChoice(by, values), seed);
    for (Comparison.Ratio ratio : comparison.ratios()) {
      report.line(line("compare", ratio));
    }
    for (Comparison.Ratio ratio : comparison.over()) {
      report.line(line("compare-all", ratio));
    }
    note("only in the first file", comparison.onlyFirst());
    note("only in the second file", comparison.onlySecond());
    if (page != null) {
      List<String> names = List.of(first.toString(), second.toString());
      Files.writeString(page, ComparisonPage.of(names, ours, others, comparison));
    }
    return 0;
  }

  private static Map<String, Object> line(String what, Comparison.Ratio ratio) {
    Map<String, Object> line = Report.values(what);
    ratio.key().forEach((name, value) -> line.put(name.equals("result") ? "of" : name, value));
    line.put("value", ratio.value());
    line.put("first", ratio.first());
    line.put("second", ratio.second());
    Report.put(line, ratio.ratio());
    return line;
  }

  private void note(String what, List<Map<String, String>> keys) throws JsonProcessingException {
    for (Map<String, String> key : keys) {
      Map<String, Object> line = Report.values(what);
      line.put("keys", key);
      report.note(line);
    }
  }
}
