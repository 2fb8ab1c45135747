package io.okapifs.hdfs.tools;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** `hdfs ec -listTransitions [-path P]` and `hdfs ec -cancelTransition -path P`. */
final class TransitionPathArguments {

  static final String LIST = "-listTransitions";
  static final String LIST_SYNOPSIS = LIST + " [-path <path>]";
  static final String CANCEL = "-cancelTransition";
  static final String CANCEL_SYNOPSIS = CANCEL + " {-path <path> | -all}";

  private static final String ROOT = "/";

  @Option(names = "-path", paramLabel = "<path>")
  private String path;

  @Option(names = "-all")
  private boolean all;

  private TransitionPathArguments() {}

  /**
   * @param command which of the two
   * @param args what stands behind it
   * @throws CommandLine.ParameterException where the arguments make no sense
   */
  static TransitionPathArguments parse(String command, List<String> args) {
    TransitionPathArguments parsed = new TransitionPathArguments();
    CommandLine line = new CommandLine(parsed).setCommandName(command);
    line.parseArgs(args.toArray(String[]::new));
    boolean isCancel = command.equals(CANCEL);
    if (isCancel ? parsed.all == (parsed.path != null) : parsed.all) {
      throw new CommandLine.ParameterException(
          line, isCancel ? "either -path or -all" : "unknown option: -all");
    }
    return parsed;
  }

  String path() {
    return path == null ? ROOT : path;
  }

  static String listUsage() {
    return "[" + LIST_SYNOPSIS + "]\n\n"
        + "List the files at and below a path whose policy is being changed, one per line: state,"
        + "\nold and new policy, new parity groups that are ready and all of them, path. Of a"
        + " directory this\nneeds the superuser.\n";
  }

  static String cancelUsage() {
    return "[" + CANCEL_SYNOPSIS + "]\n\n"
        + "Leave a file, or all files at and below a path, with the policy that they have: new"
        + " parities\nthat were made so far are dropped. -all stands for -path /. Of a directory this needs the"
        + " superuser.\n";
  }
}
