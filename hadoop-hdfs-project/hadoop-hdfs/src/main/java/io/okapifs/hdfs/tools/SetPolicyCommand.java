package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/**
 * `hdfs ec -setPolicy` with a stripe width. The width travels as a suffix of the policy's name, so
 * upstream's command does the work and says what it always says.
 */
@Command(name = SetPolicyCommand.NAME)
final class SetPolicyCommand {

  static final String NAME = "-setPolicy";
  private static final String STRIPE_WIDTH = "-stripeWidth";
  static final String SYNOPSIS =
      NAME + " -path <path> -policy <policy> " + STRIPE_WIDTH + " <width>";

  @Option(names = "-path")
  private String path;

  @Option(names = "-policy")
  private String policy;

  @Option(names = STRIPE_WIDTH)
  private String stripeWidth;

  @Option(names = "-replicate")
  private boolean replicate;

  @Unmatched private List<String> others = new ArrayList<>();

  private SetPolicyCommand() {}

  /**
   * Runs it.
   *
   * @param args of the command line
   * @param rest of them, behind the sub-command
   * @throws ParameterException where a stripe width is given that makes no sense
   */
  static int run(
      Configuration conf, String[] args, List<String> rest, EcCommands.Upstream upstream)
      throws Exception {
    if (!rest.contains(STRIPE_WIDTH)) {
      int exitCode = upstream.run(args);
      if (exitCode == 0) {
        pathWithoutWidth(rest).ifPresent(path -> tellWidth(conf, path));
        valueOf(rest, "-path").ifPresent(path -> PolicyWarnings.print(conf, path));
      }
      return exitCode;
    }
    SetPolicyCommand wanted = new SetPolicyCommand();
    CommandLine line = new CommandLine(wanted);
    line.parseArgs(rest.toArray(String[]::new));
    if (wanted.replicate) {
      System.err.println(
          NAME + ": -replicate and " + STRIPE_WIDTH
              + " exclude each other: a replicated directory has no stripes");
      return EcCommands.CONFLICT;
    }
    wanted.check(line);
    int exitCode = upstream.run(wanted.forUpstream());
    if (exitCode == 0 && wanted.path != null) {
      PolicyWarnings.print(conf, wanted.path);
    }
    return exitCode;
  }

  /** The path, where no stripe width is given, be it behind the name of the policy. */
  private static Optional<String> pathWithoutWidth(List<String> args) {
    boolean given = valueOf(args, "-policy").filter(PolicyName::hasSuffix).isPresent();
    return given ? Optional.empty() : valueOf(args, "-path");
  }

  private static Optional<String> valueOf(List<String> args, String option) {
    int place = args.indexOf(option) + 1;
    return place == 0 || place == args.size() ? Optional.empty() : Optional.of(args.get(place));
  }

  private static void tellWidth(Configuration conf, String path) {
    GetPolicyCommand.policyOf(conf, path)
        .filter(PolicyName::isDecoupled)
        .ifPresent(
            policy ->
                System.out.println(
                    "Stripe width: " + policy.stripeWidth()
                        + ", from the policy: none was given, and its code needs one"));
  }

  private void check(CommandLine line) {
    if (policy == null) {
      throw new ParameterException(line, STRIPE_WIDTH + " needs -policy as well");
    }
    if (PolicyName.hasSuffix(policy)) {
      throw new ParameterException(
          line, "the stripe width is given twice: -policy " + policy + " " + STRIPE_WIDTH + " "
              + stripeWidth);
    }
    if (!isWidth(stripeWidth)) {
      throw new ParameterException(
          line, STRIPE_WIDTH + " must be a whole number from 1 to " + FileLayout.MAX_STRIPE_WIDTH
              + ", not '" + stripeWidth + "'");
    }
  }

  private static boolean isWidth(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      return false;
    }
    int width = Integer.parseInt(text);
    return width >= 1 && width <= FileLayout.MAX_STRIPE_WIDTH;
  }

  /** The command line that upstream understands. */
  private String[] forUpstream() {
    List<String> args = new ArrayList<>(List.of(NAME));
    if (path != null) {
      args.addAll(List.of("-path", path));
    }
    PolicyName name = new PolicyName(policy, Integer.parseInt(stripeWidth));
    args.addAll(List.of("-policy", name.toString()));
    args.addAll(others);
    return args.toArray(String[]::new);
  }

  static String usage() {
    return "[" + SYNOPSIS + "]\n\n"
        + "Stripe new files of a directory over <width> blocks (1 to "
        + FileLayout.MAX_STRIPE_WIDTH + "), whatever the number of data\n"
        + "blocks that the policy codes together. Without " + STRIPE_WIDTH
        + " files get HDFS's own layout.\n";
  }
}
