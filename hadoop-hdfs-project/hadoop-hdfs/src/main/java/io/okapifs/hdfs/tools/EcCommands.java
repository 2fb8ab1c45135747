package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import picocli.CommandLine.ParameterException;

/**
 * The `hdfs ec` command line around upstream's: what upstream knows goes there unchanged, with its
 * messages and exit codes; only a stripe width and our own sub-commands are handled here.
 *
 * <p>Exit codes follow upstream's: 0 done, 1 wrong usage, 2 or more the cluster said no. Each call
 * stands alone; any thread may make it.
 */
public final class EcCommands {

  static final int USAGE = 1;
  static final int CONFLICT = 2;
  static final int FAILED = 2;

  private static final String HELP = "-help";

  private static final List<String> OWN =
      List.of(
          LayoutArguments.COMMAND, VerifyArguments.COMMAND, ListFilesArguments.COMMAND,
          DescribePolicyArguments.COMMAND, RepairStatsArguments.COMMAND,
          TransitionArguments.COMMAND, TransitionPathArguments.LIST,
          TransitionPathArguments.CANCEL);

  private EcCommands() {}

  /** Upstream's command line. */
  @FunctionalInterface
  public interface Upstream {
    int run(String[] args) throws Exception;
  }

  /**
   * Runs one `hdfs ec` command.
   *
   * @return the exit code
   */
  public static int run(Configuration conf, String[] args, Upstream upstream) throws Exception {
    String command = args.length == 0 ? "" : args[0];
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    try {
      return switch (command) {
        case SetPolicyArguments.COMMAND -> setPolicy(args, rest, upstream);
        case GetPolicyArguments.COMMAND -> getPolicy(conf, args, rest, upstream);
        case LayoutArguments.COMMAND -> LayoutCommand.run(conf, LayoutArguments.parse(rest));
        case VerifyArguments.COMMAND -> VerifyCommand.run(conf, VerifyArguments.parse(rest));
        case ListFilesArguments.COMMAND ->
            ListFilesCommand.run(conf, ListFilesArguments.parse(rest));
        case DescribePolicyArguments.COMMAND ->
            DescribePolicyCommand.run(conf, DescribePolicyArguments.parse(rest));
        case RepairStatsArguments.COMMAND -> {
          RepairStatsArguments.parse(rest);
          yield RepairStatsCommand.run(conf);
        }
        case TransitionArguments.COMMAND ->
            TransitionCommands.begin(conf, TransitionArguments.parse(rest));
        case TransitionPathArguments.LIST ->
            TransitionCommands.list(conf, TransitionPathArguments.parse(command, rest));
        case TransitionPathArguments.CANCEL ->
            TransitionCommands.cancel(conf, TransitionPathArguments.parse(command, rest));
        case HELP -> help(args, rest, upstream);
        default -> unknownToUs(args, upstream);
      };
    } catch (ParameterException e) {
      System.err.println(command + ": " + e.getMessage());
      return USAGE;
    }
  }

  private static int setPolicy(String[] args, List<String> rest, Upstream upstream)
      throws Exception {
    if (!rest.contains(SetPolicyArguments.STRIPE_WIDTH)) {
      return upstream.run(args);
    }
    SetPolicyArguments wanted = SetPolicyArguments.parse(rest);
    if (wanted.replicate()) {
      System.err.println(
          SetPolicyArguments.COMMAND + ": -replicate and " + SetPolicyArguments.STRIPE_WIDTH
              + " exclude each other: a replicated directory has no stripes");
      return CONFLICT;
    }
    return upstream.run(wanted.forUpstream());
  }

  private static int getPolicy(
      Configuration conf, String[] args, List<String> rest, Upstream upstream) throws Exception {
    PolicyName policy = GetPolicyArguments.find(rest).map(p -> policyOf(conf, p)).orElse(null);
    if (policy == null || !policy.isDecoupled()) {
      return upstream.run(args);
    }
    System.out.println(policy.policy());
    System.out.println("Stripe width: " + policy.stripeWidth());
    return 0;
  }

  /** Null where there is no policy, or where upstream shall say what is wrong. */
  private static PolicyName policyOf(Configuration conf, String text) {
    try {
      Path path = new Path(text);
      FileSystem files = FileSystem.get(path.toUri(), conf);
      if (!(files instanceof DistributedFileSystem hdfs)) {
        return null;
      }
      ErasureCodingPolicy policy = hdfs.getErasureCodingPolicy(path);
      return policy == null ? null : PolicyName.parse(policy.getName());
    } catch (IOException | IllegalArgumentException e) {
      // Upstream asks again and reports the error in its own words.
      return null;
    }
  }

  private static int help(String[] args, List<String> rest, Upstream upstream) throws Exception {
    String topic = rest.size() == 1 ? "-" + rest.get(0) : "";
    String usage = usageOf(topic);
    if (usage != null) {
      System.err.print(usage);
      return 0;
    }
    int exitCode = upstream.run(args);
    if (rest.isEmpty() || topic.equals(SetPolicyArguments.COMMAND)) {
      System.err.println();
      System.err.print(SetPolicyArguments.usage());
    }
    for (String own : rest.isEmpty() ? OWN : List.<String>of()) {
      System.err.println();
      System.err.print(usageOf(own));
    }
    return exitCode;
  }

  /** Null for what is not a sub-command of ours alone. */
  private static String usageOf(String command) {
    return switch (command) {
      case LayoutArguments.COMMAND -> LayoutArguments.usage();
      case VerifyArguments.COMMAND -> VerifyArguments.usage();
      case ListFilesArguments.COMMAND -> ListFilesArguments.usage();
      case DescribePolicyArguments.COMMAND -> DescribePolicyArguments.usage();
      case RepairStatsArguments.COMMAND -> RepairStatsArguments.usage();
      case TransitionArguments.COMMAND -> TransitionArguments.usage();
      case TransitionPathArguments.LIST -> TransitionPathArguments.listUsage();
      case TransitionPathArguments.CANCEL -> TransitionPathArguments.cancelUsage();
      default -> null;
    };
  }

  private static int unknownToUs(String[] args, Upstream upstream) throws Exception {
    int exitCode = upstream.run(args);
    if (exitCode == USAGE && (args.length == 0 || !UpstreamCommands.NAMES.contains(args[0]))) {
      System.err.println("With decoupled striping also:");
      System.err.println("\t[" + SetPolicyArguments.SYNOPSIS + "]");
      System.err.println("\t[" + LayoutArguments.SYNOPSIS + "]");
      System.err.println("\t[" + VerifyArguments.SYNOPSIS + "]");
      System.err.println("\t[" + ListFilesArguments.SYNOPSIS + "]");
      System.err.println("\t[" + DescribePolicyArguments.SYNOPSIS + "]");
      System.err.println("\t[" + RepairStatsArguments.SYNOPSIS + "]");
      System.err.println("\t[" + TransitionArguments.SYNOPSIS + "]");
      System.err.println("\t[" + TransitionPathArguments.LIST_SYNOPSIS + "]");
      System.err.println("\t[" + TransitionPathArguments.CANCEL_SYNOPSIS + "]");
    }
    return exitCode;
  }
}
