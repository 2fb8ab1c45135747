package io.okapifs.ec.tool;

import io.okapifs.ec.analysis.Cell;
import io.okapifs.ec.analysis.PaperTable;
import io.okapifs.ec.analysis.PaperTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the papers' tables as our plans have them. */
@Command(
    name = "tables",
    description = {
      "Computes tables of the papers again, from our plans.",
      "In Markdown the paper's values and the differences stand beside ours; CSV has ours alone."
    },
    mixinStandardHelpOptions = true)
final class TablesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The table; default: all but the long ones (*-whole).")
  private String name;

  @ArgGroup private Form.OrMarkdown form = new Form.OrMarkdown();
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    output.check(spec, form);
    if (name != null && !PaperTables.names().contains(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "no such table: name=" + name + "; tables: " + new TreeSet<>(PaperTables.names()));
    }
    List<PaperTable> tables =
        name == null ? PaperTables.computeAll() : List.of(PaperTables.compute(name));
    if (form.isForPeople()) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(tables.stream().map(PaperTable::toReport).collect(Collectors.joining("\n")));
      out.flush();
      return 0;
    }
    List<Object> json = tables.stream().map(TablesCommand::json).toList();
    output.print(
        spec, form, name == null ? "tables" : name, json,
        tables.stream().map(TablesCommand::ours).toList());
    return 0;
  }

  private static Table ours(PaperTable table) {
    List<List<Object>> rows =
        table.rows().stream()
            .map(row -> row.stream().map(cell -> value(cell.ours())).toList())
            .toList();
    return new Table(table.name(), table.columns(), rows);
  }

  /** The paper's values stand beside ours, by row; those that it does not print are left out. */
  private static Object json(PaperTable table) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", table.name());
    json.put("title", table.title());
    json.put("rows", ours(table).toObjects());
    json.put("paper", table.rows().stream().map(TablesCommand::printed).toList());
    json.put("notes", table.notes());
    return json;
  }

  private static Map<String, Object> printed(List<Cell> row) {
    Map<String, Object> printed = new LinkedHashMap<>();
    row.forEach(cell -> cell.printed().ifPresent(text -> printed.put(cell.column(), value(text))));
    return printed;
  }

  /** A number where it reads as one. */
  private static Object value(String text) {
    return text.matches("-?\\d{1,30}(\\.\\d{1,30})?") ? new BigDecimal(text) : text;
  }
}
