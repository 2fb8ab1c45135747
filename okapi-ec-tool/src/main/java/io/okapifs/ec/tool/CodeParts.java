package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** What of a code is shown instead of its description. At most one of them. */
final class CodeParts {
  @Option(
      names = "--matrix",
      description = "Shows the generator: a row per parity symbol, two hexadecimal digits per data"
          + " symbol.")
  private boolean matrix;

  @Option(
      names = "--program",
      description = "Shows the steps that encode, or with --lost those that rebuild.")
  private boolean program;

  @Option(names = "--plan-all", description = "Shows the plan of every single loss.")
  private boolean planAll;

  /**
   * A part of a code in all forms. A value.
   *
   * @param text for people
   * @param json what Jackson writes
   * @param table the CSV
   */
  record Part(String text, Object json, Table table) {}

  boolean isAny() {
    return matrix || program || planAll;
  }

  /** Whether the part is of one repair where one is named. */
  boolean isOfRepairs() {
    return program;
  }

  Part of(ErasureCode code) {
    if (matrix) {
      return generator(code);
    }
    return program ? steps(code, code.encode(), "encode") : plans(code);
  }

  Part of(ErasureCode code, RepairPlan plan) {
    return steps(code, plan.program(), "repair");
  }

  private static Part generator(ErasureCode code) {
    GfMatrix generator = code.encode().toMatrix();
    List<String> columns =
        IntStream.range(0, generator.columnCount()).mapToObj(column -> "d" + column).toList();
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < generator.rowCount(); row++) {
      List<Object> values = new ArrayList<>();
      for (int column = 0; column < generator.columnCount(); column++) {
        values.add(generator.get(row, column));
      }
      rows.add(values);
    }
    List<String> hex =
        IntStream.range(0, generator.rowCount()).mapToObj(generator::hexRow).toList();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", code.name());
    json.put("symbol_bytes", code.encode().symbolBytes());
    json.put("parity_generator", hex);
    return new Part(
        String.join("\n", hex) + "\n", json, new Table(code.name() + "-matrix", columns, rows));
  }

  private static Part steps(ErasureCode code, CodingProgram program, String what) {
    List<String> lines = program.toString().lines().toList();
    List<List<Object>> rows = lines.stream().map(line -> List.<Object>of(line)).toList();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", code.name());
    json.put(what, lines);
    return new Part(
        String.join("\n", lines) + "\n", json,
        new Table(code.name() + "-" + what, List.of("step"), rows));
  }

  private static Part plans(ErasureCode code) {
    List<RepairPlan> plans =
        IntStream.range(0, code.n())
            .mapToObj(member -> CodeDescription.planOf(code, MemberSets.of(member)))
            .toList();
    List<List<Object>> rows = new ArrayList<>();
    for (RepairPlan plan : plans) {
      for (List<Object> run : CodeTables.runs(code, plan).rows()) {
        List<Object> row = new ArrayList<>(plan.lostMembers());
        row.addAll(run);
        rows.add(row);
      }
    }
    List<String> columns = new ArrayList<>(List.of("lost"));
    columns.addAll(CodeTables.RUN_COLUMNS);
    return new Part(
        plans.stream()
            .map(plan -> CodeDescription.text(code, plan))
            .collect(Collectors.joining("\n")),
        plans.stream().map(plan -> CodeTables.json(code, plan)).toList(),
        new Table(code.name() + "-plans", columns, rows));
  }
}
