package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/**
 * `hdfs ec -setPolicy` with a stripe width. The width travels as a suffix of the policy's name, so
 * upstream's command does the work and says what it always says.
 */
@Command(name = SetPolicyArguments.COMMAND)
final class SetPolicyArguments {

  static final String COMMAND = "-setPolicy";
  static final String STRIPE_WIDTH = "-stripeWidth";
  static final String SYNOPSIS =
      COMMAND + " -path <path> -policy <policy> " + STRIPE_WIDTH + " <width>";

  @Option(names = "-path")
  private String path;

  @Option(names = "-policy")
  private String policy;

  @Option(names = STRIPE_WIDTH)
  private String stripeWidth;

  @Option(names = "-replicate")
  private boolean replicate;

  @Unmatched private List<String> others = new ArrayList<>();

  private SetPolicyArguments() {}

  /**
   * @param args what stands behind the sub-command, with a stripe width in it
   * @throws ParameterException where the arguments make no sense
   */
  static SetPolicyArguments parse(List<String> args) {
    SetPolicyArguments parsed = new SetPolicyArguments();
    CommandLine line = new CommandLine(parsed);
    line.parseArgs(args.toArray(String[]::new));
    if (!parsed.replicate) {
      parsed.check(line);
    }
    return parsed;
  }

  /** The path, where no stripe width is given, be it behind the name of the policy. */
  static Optional<String> pathWithoutWidth(List<String> args) {
    boolean given =
        args.contains(STRIPE_WIDTH)
            || valueOf(args, "-policy").filter(PolicyName::hasSuffix).isPresent();
    return given ? Optional.empty() : valueOf(args, "-path");
  }

  private static Optional<String> valueOf(List<String> args, String option) {
    int place = args.indexOf(option) + 1;
    return place == 0 || place == args.size() ? Optional.empty() : Optional.of(args.get(place));
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

  boolean replicate() {
    return replicate;
  }

  /** The command line that upstream understands. */
  String[] forUpstream() {
    List<String> args = new ArrayList<>(List.of(COMMAND));
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
