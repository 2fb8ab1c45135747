package io.okapifs.hdfs.tools;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `hdfs ec -listFiles -decoupled -path P`. */
@Command(name = ListFilesArguments.COMMAND)
final class ListFilesArguments {

  static final String COMMAND = "-listFiles";
  static final String SYNOPSIS = COMMAND + " -decoupled -path <path>";

  @Option(names = "-decoupled", required = true)
  private boolean decoupled;

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  private ListFilesArguments() {}

  /**
   * @param args what stands behind the sub-command
   * @throws CommandLine.ParameterException where the arguments make no sense
   */
  static ListFilesArguments parse(List<String> args) {
    ListFilesArguments parsed = new ListFilesArguments();
    new CommandLine(parsed).parseArgs(args.toArray(String[]::new));
    return parsed;
  }

  String path() {
    return path;
  }

  static String usage() {
    return "[" + SYNOPSIS + "]\n\n"
        + "List the files in and below a directory that have a stripe width of their own, one per"
        + "\nline: policy, stripe width, length in bytes and path, with tabs between them."
        + "\nSnapshots are not looked into.\n";
  }
}
