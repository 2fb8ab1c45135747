package io.okapifs.ec.tool;

import io.okapifs.ec.analysis.PaperTable;
import io.okapifs.ec.analysis.PaperTables;
import java.io.PrintWriter;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the papers' tables as our plans have them. */
@Command(
    name = "tables",
    description = "Computes tables of the papers again, from our plans.",
    mixinStandardHelpOptions = true)
final class TablesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The table; default: all but the long ones (*-whole).")
  private String name;

  @ArgGroup private Format format = new Format();

  /** Only one of them. */
  static final class Format {
    @Option(names = "--csv", description = "Our values alone, with a header line.")
    private boolean csv;

    @Option(
        names = "--markdown",
        description = "Ours, then (the paper's; difference after rounding). The default.")
    private boolean markdown;
  }

  @Override
  public Integer call() {
    if (name != null && !PaperTables.names().contains(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "no such table: name=" + name + "; tables: " + new TreeSet<>(PaperTables.names()));
    }
    List<PaperTable> tables =
        name == null ? PaperTables.computeAll() : List.of(PaperTables.compute(name));
    PrintWriter out = spec.commandLine().getOut();
    String separator = "";
    for (PaperTable table : tables) {
      out.print(separator + (format.csv ? table.toCsv() : table.toReport()));
      separator = "\n";
    }
    out.flush();
    return 0;
  }
}
