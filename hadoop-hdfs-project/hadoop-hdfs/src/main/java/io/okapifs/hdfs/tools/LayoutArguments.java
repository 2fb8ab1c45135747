package io.okapifs.hdfs.tools;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `hdfs ec -layout -path F [-json]`. */
@Command(name = LayoutArguments.COMMAND)
final class LayoutArguments {

  static final String COMMAND = "-layout";
  static final String SYNOPSIS = COMMAND + " -path <file> [-json]";

  @Option(names = "-path", required = true, paramLabel = "<file>")
  private String path;

  @Option(names = "-json")
  private boolean json;

  private LayoutArguments() {}

  /**
   * @param args what stands behind the sub-command
   * @throws CommandLine.ParameterException where the arguments make no sense
   */
  static LayoutArguments parse(List<String> args) {
    LayoutArguments parsed = new LayoutArguments();
    new CommandLine(parsed).parseArgs(args.toArray(String[]::new));
    return parsed;
  }

  String path() {
    return path;
  }

  boolean json() {
    return json;
  }

  static String usage() {
    return "[" + SYNOPSIS + "]\n\n"
        + "Show where the blocks of a file with a stripe width lie: its stripes, its parity groups,"
        + "\nthe node of every block, what is missing or corrupt, and how many more losses each group"
        + "\nsurely survives. A node counts as live until the NameNode gives it up; one that missed"
        + "\nthree heartbeats is named with the time since it was last heard of. With -json the same for programs.\n";
  }
}
