package io.okapifs.ec.tool;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints docs/CODES.md. */
@Command(
    name = "codes",
    description = "Compares all codes, in Markdown: docs/CODES.md.",
    mixinStandardHelpOptions = true)
final class CodesCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--markdown", description = "The default, and the only form.")
  private boolean markdown;

  @Override
  public void run() {
    spec.commandLine().getOut().print(CodesDocument.text());
    spec.commandLine().getOut().flush();
  }
}
