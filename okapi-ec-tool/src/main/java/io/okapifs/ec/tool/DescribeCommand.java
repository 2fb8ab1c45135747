package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a code. */
@Command(
    name = "describe",
    description = "Shows a code: its groups and layout, and what repairs read.",
    mixinStandardHelpOptions = true)
final class DescribeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CODE", description = "As LESS4-10-4; okapi-ec codes lists all.")
  private ErasureCode code;

  @Option(
      names = "--lost",
      split = ",",
      paramLabel = "MEMBER",
      description = "Shows the plan that rebuilds these, from all others.")
  private List<Integer> lost = List.of();

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draws the plan into a new file; of member 0 where --lost names none.")
  private Path svg;

  @ArgGroup private Form form = new Form();
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    output.check(spec, form);
    BitSet members = members();
    if (svg != null) {
      RepairPlan plan = CodeDescription.planOf(code, members);
      Files.writeString(svg, RepairDrawing.of(code, plan), StandardOpenOption.CREATE_NEW);
    }
    if (form.isForPeople()) {
      printForPeople(members);
    } else if (lost.isEmpty()) {
      print(CodeTables.json(code), CodeTables.repairs(code));
    } else {
      RepairPlan plan = CodeDescription.planOf(code, members);
      print(CodeTables.json(code, plan), CodeTables.runs(code, plan));
    }
    return 0;
  }

  private void print(Object json, Table table) throws IOException {
    output.print(spec, form, table.name(), json, List.of(table));
  }

  private void printForPeople(BitSet members) {
    PrintWriter out = spec.commandLine().getOut();
    if (lost.isEmpty()) {
      out.print(new CodeDescription(code));
    }
    if (!lost.isEmpty() || svg != null) {
      RepairPlan plan = CodeDescription.planOf(code, members);
      out.print((lost.isEmpty() ? "\n" : "") + CodeDescription.text(code, plan));
    }
    out.flush();
  }

  private BitSet members() {
    BitSet members = new BitSet();
    for (int member : lost) {
      if (member < 0 || member >= code.n()) {
        throw new ParameterException(
            spec.commandLine(),
            "no such member: --lost=" + member + ", members=0.." + (code.n() - 1));
      }
      members.set(member);
    }
    if (members.isEmpty()) {
      members.set(0);
    }
    return members;
  }
}
