package io.okapifs.bench.scenario;

import io.okapifs.bench.paper.BenchRun;
import io.okapifs.bench.paper.Environment;
import io.okapifs.bench.paper.KeptResults;
import io.okapifs.bench.paper.PaperFolder;
import io.okapifs.bench.paper.PaperPage;
import io.okapifs.bench.paper.PaperRows;
import io.okapifs.bench.paper.PaperRuns;
import io.okapifs.bench.paper.PaperText;
import io.okapifs.bench.paper.ResultsPage;
import io.okapifs.bench.paper.Row;
import io.okapifs.bench.paper.RowResult;
import io.okapifs.bench.paper.Source;
import io.okapifs.bench.paper.Tables;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Every table, figure and headline number of the papers, with the paper's values and ours. */
@Command(
    name = "paper",
    description = "The papers' tables, figures and headline numbers: the paper's values and ours.",
    footer = "Takes seconds for most rows, minutes for all; with --run hours,"
        + " by its defaults on two processors.",
    mixinStandardHelpOptions = true)
public final class Paper implements Callable<Integer> {
  private static final String TARGET_PROPERTY = "okapi.bench.target";
  private static final String PYTHON = "/usr/bin/python3";
  private static final String SEED = "--seed";

  @Parameters(paramLabel = "ID", arity = "0..*", description = "Rows, as --list has them.")
  private List<String> ids = List.of();

  @Option(names = "--list", description = "Only names the rows.")
  private boolean list;

  @Option(names = "--all", description = "Every row.")
  private boolean all;

  @Option(
      names = "--quick",
      description = "Computes, and takes what was measured before; names no commands to run.")
  private boolean quick;

  @Option(
      names = "--run",
      description = "Also runs the commands that measure, into the folder of --out: hours.")
  private boolean run;

  @Option(names = "--document", description = "Prints docs/PAPERS.md.")
  private boolean document;

  @Option(names = "--measured", description = "Prints docs/RESULTS.md.")
  private boolean measured;

  @Option(
      names = "--out",
      description = "Folder for a CSV and a JSON file of each row, and plots as SVG and PNG"
          + " (default: none are written).")
  private Path out;

  @Option(
      names = "--results",
      description = "Folder of kept results (default: benchmarks/results).")
  private Path results;

  @Option(
      names = SEED,
      description = "Of commands that draw at random (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter text = spec.commandLine().getOut();
    if (list) {
      text.print(PaperText.list(PaperRows.ALL));
      text.flush();
      return 0;
    }
    if (measured) {
      text.print(ResultsPage.of(keptFolder()));
      text.flush();
      return 0;
    }
    boolean every = all || document;
    if (every != ids.isEmpty() || run && (quick || out == null)) {
      throw new IllegalArgumentException(
          "name rows or give --all, and --run with --out and without --quick: ids=" + ids
              + ", all=" + all + ", run=" + run + ", quick=" + quick + ", out=" + out
              + "; --list names the rows");
    }
    List<Row> rows = every ? PaperRows.ALL : PaperRows.byIds(ids);
    int exit = run ? measure(rows, text) : 0;
    List<RowResult> found = found(rows);
    if (document) {
      text.print(PaperPage.of(found));
    } else if (all) {
      text.print(PaperText.summary(found));
    } else {
      found.forEach(result -> text.print(PaperText.details(result) + "\n"));
    }
    if (!document && !quick && !run) {
      text.print(commands(rows));
    }
    text.flush();
    return exit;
  }

  /** Where results of this run are, then where older ones are kept. */
  private List<Path> resultFolders() {
    List<Path> folders = new ArrayList<>();
    if (out != null) {
      folders.add(out.resolve("results"));
    }
    folders.add(keptFolder());
    return folders;
  }

  private Path keptFolder() {
    return results != null ? results : root().resolve("benchmarks").resolve("results");
  }

  private static Path root() {
    return Path.of(System.getProperty(TARGET_PROPERTY, "benchmarks/target"))
        .resolve(Path.of("..", "..")).normalize();
  }

  private List<RowResult> found(List<Row> rows) throws IOException, InterruptedException {
    if (results != null && !Files.isDirectory(results)) {
      throw new IllegalArgumentException("no folder of results: results=" + results);
    }
    Source.Available available =
        new Source.Available(
            Tables.names(), spec.parent().subcommands().keySet(),
            new KeptResults(resultFolders()));
    if (out == null) {
      return rows.stream().map(row -> RowResult.of(row, available)).toList();
    }
    Map<String, Object> environment = Environment.now(root());
    environment.put("seed", seed);
    PaperFolder folder = new PaperFolder(out, environment, rows);
    List<RowResult> found = new ArrayList<>();
    for (Row row : rows) {
      RowResult result = RowResult.of(row, available);
      folder.write(result);
      found.add(result);
    }
    plot();
    return found;
  }

  /** The script says itself what it lacks; all other files are there by then. */
  private void plot() throws IOException, InterruptedException {
    Path script = root().resolve(Path.of("scripts", "lib", "paper_plots.py"));
    List<String> command = List.of(PYTHON, "-B", script.toString(), out.toString());
    String said;
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
    } catch (IOException e) {
      said = "No plots: " + e.getMessage() + "\n";
    }
    spec.commandLine().getErr().print(said);
    spec.commandLine().getErr().flush();
  }

  private int measure(List<Row> rows, PrintWriter text) throws Exception {
    PaperRuns runs = new PaperRuns(out.resolve("results"), root());
    int exit = 0;
    for (BenchRun one : PaperRuns.of(rows)) {
      CommandSpec command = commandOf(one);
      if (command == null || runs.isDone(one)) {
        text.println((command == null ? "not here yet: " : "done before: ") + one.line());
      } else {
        text.println(one.line());
        text.flush();
        boolean drawsAtRandom = command.optionsMap().containsKey(SEED);
        int code = runs.run(one, drawsAtRandom ? List.of(SEED, Long.toString(seed)) : List.of());
        if (code != 0) {
          exit = code;
          text.println("failed, exit code " + code + "; its lines are in " + one.file()
              + ".partial");
        }
      }
    }
    return exit;
  }

  private CommandSpec commandOf(BenchRun one) {
    var command = spec.parent().subcommands().get(one.command());
    return command == null ? null : command.getCommandSpec();
  }

  private String commands(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    for (BenchRun one : PaperRuns.of(rows)) {
      if (commandOf(one) != null) {
        text.append(one.line()).append(" --json > ").append(one.file()).append('\n');
      }
    }
    return text.isEmpty() ? "" : "\nMeasured by these, which --run runs:\n" + text;
  }
}
