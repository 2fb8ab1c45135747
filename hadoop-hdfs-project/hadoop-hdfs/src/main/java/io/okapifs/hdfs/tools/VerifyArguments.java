package io.okapifs.hdfs.tools;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `hdfs ec -verify -path P`. */
@Command(name = VerifyArguments.COMMAND)
final class VerifyArguments {

  static final String COMMAND = "-verify";
  static final String SYNOPSIS = COMMAND + " -path <path>";

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  private VerifyArguments() {}

  /**
   * @param args what stands behind the sub-command
   * @throws CommandLine.ParameterException where the arguments make no sense
   */
  static VerifyArguments parse(List<String> args) {
    VerifyArguments parsed = new VerifyArguments();
    new CommandLine(parsed).parseArgs(args.toArray(String[]::new));
    return parsed;
  }

  String path() {
    return path;
  }

  static String usage() {
    return "[" + SYNOPSIS + "]\n\n"
        + "Read all blocks of an erasure coded file, or of all such files below a directory,"
        + " compute\ntheir parities again and compare. Every block that is wrong, unreadable or"
        + " missing is named\non a line of its own. Ends with 0 where every group is whole and"
        + " right, with 2 where bytes are\nwrong or cannot be read, with 3 where something is"
        + " missing and could not be compared.\n";
  }
}
