package io.okapifs.hdfs.tools;

import io.okapifs.Woven;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
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
  private static final Set<String> HELPS = Set.of(HELP, "--help");
  private static final Set<String> VERSIONS = Set.of("-V", "-version", "--version");

  /** Our own by name, in the order of the help. */
  private static final Map<String, Supplier<EcCommand>> OWN = new LinkedHashMap<>();

  static {
    Stream.<Supplier<EcCommand>>of(
            LayoutCommand::new, VerifyCommand::new, ListFilesCommand::new,
            AddPolicyCommand::new, DescribePolicyCommand::new, OverheadCommand::new,
            AdviseCommand::new, AdaptCommand::new,
            RepairStatsCommand::new, OkToStopCommand::new, NodesCommand::new,
            TransitionCommand::new, ListTransitionsCommand::new,
            ControlTransitionsCommand::cancel, ControlTransitionsCommand::pause,
            ControlTransitionsCommand::resume, SetRuleCommand::new, ListRulesCommand::new,
            RemoveRuleCommand::new)
        .forEach(command -> OWN.put(command.get().name(), command));
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
    String name = args.length == 0 ? "" : args[0];
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    if (VERSIONS.contains(name)) {
      System.out.print(VersionCommand.paragraph());
      return 0;
    }
    try {
      return OWN.containsKey(name)
          ? own(conf, OWN.get(name).get(), rest)
          : upstreams(conf, name, Words.ofUpstream(args), upstream);
    } catch (ParameterException e) {
      System.err.println(name + ": " + e.getMessage());
      System.err.println("Usage: hdfs ec [" + synopsis(name) + "]");
      return USAGE;
    }
  }

  private static int own(Configuration conf, EcCommand command, List<String> rest) {
    if (asksForHelp(rest)) {
      System.out.print(command.usage());
      return 0;
    }
    command.parse(rest);
    return command.run(conf);
  }

  /** A command of HDFS's own, a few of which know a stripe width, or help. */
  private static int upstreams(
      Configuration conf, String name, String[] args, Upstream upstream) throws Exception {
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    boolean isKnown =
        UpstreamCommands.NAMES.contains(name)
            || name.equals(SetPolicyCommand.NAME) || name.equals(GetPolicyCommand.NAME);
    if (isKnown && asksForHelp(rest)) {
      return help(List.of(name.substring(1)), upstream);
    }
    return switch (name) {
      case SetPolicyCommand.NAME -> SetPolicyCommand.run(conf, args, rest, upstream);
      case GetPolicyCommand.NAME -> GetPolicyCommand.run(conf, args, rest, upstream);
      case ListCodecsCommand.NAME -> ListCodecsCommand.run(conf, args, rest, upstream);
      case AddPoliciesCommand.NAME -> AddPoliciesCommand.run(conf, args, rest, upstream);
      case HELP, "--help" -> help(rest, upstream);
      default -> unknownToUs(args, upstream);
    };
  }

  private static boolean asksForHelp(List<String> rest) {
    return rest.stream().anyMatch(HELPS::contains);
  }

  private static String synopsis(String name) {
    return OWN.containsKey(name) ? OWN.get(name).get().synopsis() : SetPolicyCommand.SYNOPSIS;
  }

  private static int help(List<String> rest, Upstream upstream) throws Exception {
    String topic = rest.size() == 1 ? "-" + rest.get(0).replaceFirst("^-+", "") : "";
    if (OWN.containsKey(topic)) {
      System.err.print(OWN.get(topic).get().usage());
      return 0;
    }
    int exitCode =
        upstream.run(Stream.concat(Stream.of(HELP), rest.stream()).toArray(String[]::new));
    if (rest.isEmpty() || topic.equals(SetPolicyCommand.NAME)) {
      System.err.println();
      System.err.print(SetPolicyCommand.usage());
    }
    if (rest.isEmpty()) {
      for (Supplier<EcCommand> own : OWN.values()) {
        System.err.println();
        System.err.print(own.get().usage());
      }
    }
    return exitCode;
  }

  private static int unknownToUs(String[] args, Upstream upstream) throws Exception {
    int exitCode = upstream.run(args);
    if (exitCode == USAGE && (args.length == 0 || !UpstreamCommands.NAMES.contains(args[0]))) {
      System.err.println("With decoupled striping also:");
      System.err.println("\t[" + SetPolicyCommand.SYNOPSIS + "]");
      OWN.values().forEach(own -> System.err.println("\t[" + own.get().synopsis() + "]"));
    }
    return exitCode;
  }
}
