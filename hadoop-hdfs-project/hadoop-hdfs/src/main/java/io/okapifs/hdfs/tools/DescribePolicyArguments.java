package io.okapifs.hdfs.tools;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** `hdfs ec -describePolicy NAME`. */
@Command(name = DescribePolicyArguments.COMMAND)
final class DescribePolicyArguments {

  static final String COMMAND = "-describePolicy";
  static final String SYNOPSIS = COMMAND + " <policy>";

  @Parameters(paramLabel = "<policy>")
  private String policy;

  private DescribePolicyArguments() {}

  /**
   * @param args what stands behind the sub-command
   * @throws CommandLine.ParameterException where the arguments make no sense
   */
  static DescribePolicyArguments parse(List<String> args) {
    DescribePolicyArguments parsed = new DescribePolicyArguments();
    new CommandLine(parsed).parseArgs(args.toArray(String[]::new));
    return parsed;
  }

  String policy() {
    return policy;
  }

  static String usage() {
    return "[" + SYNOPSIS + "]\n\n"
        + "Describe a policy that the NameNode knows: how many losses its groups survive whichever"
        + " they are,\nwhat they take in space, and what is read, in how many pieces, to rebuild"
        + " each of their blocks.\n";
  }
}
