package io.okapifs.ec.tool;

import io.okapifs.ec.tool.files.Progress;
import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What commands on files have in common. */
final class FileOptions {
  /** What other tools take for standard input or output. */
  static final String STANDARD_STREAM = "-";

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress bar.")
  private boolean quiet;

  Progress progress(CommandSpec spec) {
    PrintWriter bar =
        quiet ? new PrintWriter(Writer.nullWriter()) : spec.commandLine().getErr();
    return new Progress(bar, spec.name());
  }
}
