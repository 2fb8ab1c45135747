package io.okapifs.ec.tool;

import io.okapifs.ec.code.CodeRegistry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints docs/CODES.md, or its table. */
@Command(
    name = "codes",
    description = "Compares all codes: docs/CODES.md, or its table as JSON or CSV.",
    mixinStandardHelpOptions = true)
final class CodesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @ArgGroup private Form.OrMarkdown form = new Form.OrMarkdown();
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    output.check(spec, form);
    if (form.isForPeople()) {
      spec.commandLine().getOut().print(CodesDocument.text());
      spec.commandLine().getOut().flush();
      return 0;
    }
    Table table = table();
    output.print(spec, form, table.name(), table.toObjects(), List.of(table));
    return 0;
  }

  private static Table table() {
    List<List<Object>> rows =
        CodecAdvice.ALL.stream()
            .flatMap(advice -> advice.codes().stream())
            .map(name -> CodeFacts.of(CodeRegistry.byName(name)).values())
            .toList();
    return new Table("codes", CodeFacts.COLUMNS, rows);
  }
}
