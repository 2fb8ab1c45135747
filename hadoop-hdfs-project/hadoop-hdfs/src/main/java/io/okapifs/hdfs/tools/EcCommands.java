package io.okapifs.hdfs.tools;

import io.okapifs.Woven;
import io.okapifs.hdfs.layout.PolicyName;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
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

  /** What a sub-command of ours does. */
  @FunctionalInterface
  private interface Action {
    int run(Configuration conf, List<String> args) throws Exception;
  }

  /** A sub-command of ours alone. */
  private record Own(String synopsis, Supplier<String> usage, Action action) {}

  /** By name, in the order of the help. */
  private static final Map<String, Own> OWN = new LinkedHashMap<>();

  static {
    add(
        LayoutArguments.COMMAND, LayoutArguments.SYNOPSIS, LayoutArguments::usage,
        (conf, args) -> LayoutCommand.run(conf, LayoutArguments.parse(args)));
    add(
        VerifyArguments.COMMAND, VerifyArguments.SYNOPSIS, VerifyArguments::usage,
        (conf, args) -> VerifyCommand.run(conf, VerifyArguments.parse(args)));
    add(
        ListFilesArguments.COMMAND, ListFilesArguments.SYNOPSIS, ListFilesArguments::usage,
        (conf, args) -> ListFilesCommand.run(conf, ListFilesArguments.parse(args)));
    add(
        DescribePolicyArguments.COMMAND, DescribePolicyArguments.SYNOPSIS,
        DescribePolicyArguments::usage,
        (conf, args) -> DescribePolicyCommand.run(conf, DescribePolicyArguments.parse(args)));
    add(
        RepairStatsArguments.COMMAND, RepairStatsArguments.SYNOPSIS, RepairStatsArguments::usage,
        (conf, args) -> {
          RepairStatsArguments.parse(args);
          return RepairStatsCommand.run(conf);
        });
    add(
        TransitionArguments.COMMAND, TransitionArguments.SYNOPSIS, TransitionArguments::usage,
        (conf, args) -> TransitionCommands.begin(conf, TransitionArguments.parse(args)));
    addOfTransitions(
        TransitionPathArguments.LIST, TransitionPathArguments.LIST_SYNOPSIS,
        TransitionPathArguments::listUsage, TransitionCommands::list);
    addOfTransitions(
        TransitionPathArguments.CANCEL,
        TransitionPathArguments.synopsis(TransitionPathArguments.CANCEL),
        TransitionPathArguments::cancelUsage, TransitionCommands::cancel);
    addOfTransitions(
        TransitionPathArguments.PAUSE,
        TransitionPathArguments.synopsis(TransitionPathArguments.PAUSE),
        TransitionPathArguments::pauseUsage, TransitionCommands::pause);
    addOfTransitions(
        TransitionPathArguments.RESUME,
        TransitionPathArguments.synopsis(TransitionPathArguments.RESUME),
        TransitionPathArguments::resumeUsage, TransitionCommands::resume);
  }

  private static void add(
      String command, String synopsis, Supplier<String> usage, Action action) {
    OWN.put(command, new Own(synopsis, usage, action));
  }

  private static void addOfTransitions(
      String command, String synopsis, Supplier<String> usage,
      BiFunction<Configuration, TransitionPathArguments, Integer> action) {
    add(
        command, synopsis, usage,
        (conf, args) -> action.apply(conf, TransitionPathArguments.parse(command, args)));
  }

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
  @Woven
  public static int run(Configuration conf, String[] args, Upstream upstream) throws Exception {
    String command = args.length == 0 ? "" : args[0];
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    try {
      if (OWN.containsKey(command)) {
        return OWN.get(command).action().run(conf, rest);
      }
      return switch (command) {
        case SetPolicyArguments.COMMAND -> setPolicy(conf, args, rest, upstream);
        case GetPolicyArguments.COMMAND -> getPolicy(conf, args, rest, upstream);
        case HELP -> help(args, rest, upstream);
        default -> unknownToUs(args, upstream);
      };
    } catch (ParameterException e) {
      System.err.println(command + ": " + e.getMessage());
      return USAGE;
    }
  }

  private static int setPolicy(
      Configuration conf, String[] args, List<String> rest, Upstream upstream)
      throws Exception {
    if (!rest.contains(SetPolicyArguments.STRIPE_WIDTH)) {
      int exitCode = upstream.run(args);
      if (exitCode == 0) {
        SetPolicyArguments.pathWithoutWidth(rest).ifPresent(path -> tellWidth(conf, path));
      }
      return exitCode;
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

  private static void tellWidth(Configuration conf, String path) {
    PolicyName policy = policyOf(conf, path);
    if (policy != null && policy.isDecoupled()) {
      System.out.println(
          "Stripe width: " + policy.stripeWidth()
              + ", from the policy: none was given, and its code needs one");
    }
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
    if (OWN.containsKey(topic)) {
      System.err.print(OWN.get(topic).usage().get());
      return 0;
    }
    int exitCode = upstream.run(args);
    if (rest.isEmpty() || topic.equals(SetPolicyArguments.COMMAND)) {
      System.err.println();
      System.err.print(SetPolicyArguments.usage());
    }
    if (rest.isEmpty()) {
      for (Own own : OWN.values()) {
        System.err.println();
        System.err.print(own.usage().get());
      }
    }
    return exitCode;
  }

  private static int unknownToUs(String[] args, Upstream upstream) throws Exception {
    int exitCode = upstream.run(args);
    if (exitCode == USAGE && (args.length == 0 || !UpstreamCommands.NAMES.contains(args[0]))) {
      System.err.println("With decoupled striping also:");
      System.err.println("\t[" + SetPolicyArguments.SYNOPSIS + "]");
      OWN.values().forEach(own -> System.err.println("\t[" + own.synopsis() + "]"));
    }
    return exitCode;
  }
}
