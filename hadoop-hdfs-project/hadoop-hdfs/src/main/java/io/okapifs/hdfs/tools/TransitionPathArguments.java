package io.okapifs.hdfs.tools;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** `hdfs ec -listTransitions [-history] [-path P]`, and `-cancelTransition -path P` and its like. */
final class TransitionPathArguments {

  static final String LIST = "-listTransitions";
  static final String LIST_SYNOPSIS = LIST + " [-history] [-path <path>]";
  static final String CANCEL = "-cancelTransition";
  static final String PAUSE = "-pauseTransition";
  static final String RESUME = "-resumeTransition";

  private static final String ROOT = "/";

  @Option(names = "-path", paramLabel = "<path>")
  private String path;

  @Option(names = "-all")
  private boolean all;

  @Option(names = "-history")
  private boolean history;

  private TransitionPathArguments() {}

  /**
   * @param command which of them
   * @param args what stands behind it
   * @throws CommandLine.ParameterException where the arguments make no sense
   */
  static TransitionPathArguments parse(String command, List<String> args) {
    TransitionPathArguments parsed = new TransitionPathArguments();
    CommandLine line = new CommandLine(parsed).setCommandName(command);
    line.parseArgs(args.toArray(String[]::new));
    boolean isList = command.equals(LIST);
    if (parsed.history && !isList) {
      throw new CommandLine.ParameterException(line, "unknown option: -history");
    }
    if (isList ? parsed.all : parsed.all == (parsed.path != null)) {
      throw new CommandLine.ParameterException(
          line, isList ? "unknown option: -all" : "either -path or -all");
    }
    return parsed;
  }

  boolean isOfHistory() {
    return history;
  }

  String path() {
    return path == null ? ROOT : path;
  }

  static String listUsage() {
    return "[" + LIST_SYNOPSIS + "]\n\n"
        + "List the files at and below a path whose policy is being changed, one per line below a"
        + " header:\nstate, old and new policy, new parity groups that are ready and all of them,"
        + " rate, time left, groups\nthat had to be encoded again, blocks that had to move first,"
        + " path, and why it was given up or\nwhat it waits for. Of a directory this needs the superuser.\n"
        + "-history lists the last 1,000 that ended since the NameNode started instead: when, how"
        + " long after\nthe request, and why not.\n";
  }

  /** Of a command that changes transitions. */
  static String synopsis(String command) {
    return command + " {-path <path> | -all}";
  }

  private static String usage(String command, String text) {
    return "[" + synopsis(command) + "]\n\n" + text
        + "\n-all stands for -path /. Of a directory this needs the superuser.\n";
  }

  static String cancelUsage() {
    return usage(
        CANCEL,
        "Leave a file, or all files at and below a path, with the policy that they have: new"
            + " parities\nthat were made so far are dropped.");
  }

  static String pauseUsage() {
    return usage(
        PAUSE,
        "Let the transition of a file, or of all files at and below a path, rest where it is,"
            + " also\nacross restarts; what is being encoded is finished.");
  }

  static String resumeUsage() {
    return usage(
        RESUME, "Let what -pauseTransition has stopped at and below a path go on.");
  }
}
