package io.okapifs.ec.tool;

import io.okapifs.ec.analysis.Durability;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.plan.RepairPlan;
import java.io.IOException;
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
    description = "Shows a code: its layout and groups, what repairs read, how long it keeps data.",
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

  @ArgGroup private CodeParts parts = new CodeParts();
  @ArgGroup private Form form = new Form();
  @Mixin private Output output;
  @Mixin private DurabilityOptions durabilityOptions;

  @Override
  public Integer call() throws IOException {
    output.check(spec, form);
    BitSet members = members();
    Durability durability = durabilityOptions.durability(spec);
    if (parts.isAny() && (svg != null || !lost.isEmpty() && !parts.isOfRepairs())) {
      throw new ParameterException(
          spec.commandLine(),
          "--matrix and --plan-all go without --lost and --svg, --program without --svg");
    }
    if (svg != null) {
      RepairPlan plan = CodeDescription.planOf(code, members);
      Files.writeString(svg, RepairDrawing.of(code, plan), StandardOpenOption.CREATE_NEW);
    }
    CodeParts.Part shown = shown(members, durability);
    if (form.isForPeople()) {
      spec.commandLine().getOut().print(shown.text());
      spec.commandLine().getOut().flush();
    } else {
      output.print(spec, form, shown.table().name(), shown.json(), List.of(shown.table()));
    }
    return 0;
  }

  private CodeParts.Part shown(BitSet members, Durability durability) {
    if (lost.isEmpty() && parts.isAny()) {
      return parts.of(code);
    } else if (lost.isEmpty()) {
      String plan = svg == null ? "" : "\n" + plan(members).text();
      return new CodeParts.Part(
          new CodeDescription(code, durability) + plan, CodeTables.json(code, durability),
          CodeTables.repairs(code));
    }
    return parts.isAny() ? parts.of(code, CodeDescription.planOf(code, members)) : plan(members);
  }

  private CodeParts.Part plan(BitSet members) {
    RepairPlan plan = CodeDescription.planOf(code, members);
    return new CodeParts.Part(
        CodeDescription.text(code, plan), CodeTables.json(code, plan),
        CodeTables.runs(code, plan));
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
