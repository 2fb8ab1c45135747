package io.okapifs.hdfs.tools;

import io.okapifs.ec.adapt.Adaptation;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.namenode.file.PolicyCodecs;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** `hdfs ec -adapt -afr FILE ...`. The superuser's. */
final class AdaptCommand extends EcCommand {

  @Option(names = "-afr", required = true, paramLabel = "<local file>")
  private java.nio.file.Path afr;

  @Option(names = "-path", paramLabel = "<path>")
  private String path = Path.SEPARATOR;

  @Option(names = "-target", paramLabel = "<years>")
  private double targetYears = 1e9;

  @Option(names = "-mttr", paramLabel = "<hours>")
  private double mttrHours = 24;

  @Option(names = "-budget", paramLabel = "<size>", converter = Size.class)
  private Long budget;

  @Option(names = "-name", paramLabel = "<name>")
  private String transitionName;

  @Option(names = "-dryRun")
  private boolean dryRun;

  @Option(names = "-json")
  private boolean json;

  AdaptCommand() {
    super(
        "-adapt",
        "-afr <local file> [-path <path>] [-target <years>] [-mttr <hours>] [-budget <size>]"
            + " [-name <name> | -dryRun] [-json]",
        "-path");
  }

  @Override
  void check(CommandLine line) {
    if (dryRun && transitionName != null) {
      throw new CommandLine.ParameterException(line, "-dryRun begins nothing that has a name");
    }
    if (!(mttrHours > 0) || Double.isInfinite(mttrHours)) {
      throw new CommandLine.ParameterException(line, "-mttr is hours above 0, not " + mttrHours);
    }
  }

  @Override
  String description() {
    return "Give files policies that fit the failure rates of disks. A line of -afr is a node or a"
        + " rack, or a\npattern of either, the percentage of its disks that fails in a year, and"
        + " perhaps the day from which\non that holds: 'dn1* 2.5 2026-01-31', '/rack7 4'. The first"
        + " line that fits a node counts. Where the\nfirst line has commas it is an export of SMART"
        + " data with the columns host, failures, and perhaps\ndrive_days and model.\nA file whose"
        + " worst group is lost before -target years (1e9) on average is urgent: it gets the"
        + "\ncheapest enabled policy that lasts twice -target. Any other file gets such a policy"
        + " where that saves\n" + AdviceText.percent(Adaptation.WORTH) + " of what it takes. -mttr"
        + " (24) is the mean hours of a repair that reads k blocks. -budget is what"
        + "\nmay be read and written per day: what is urgent comes first, and the page says on"
        + " which day all is\ndone. Only files with a stripe width in and below -path (/) are"
        + " looked at. What is in a transition,\nor has a rule, is left alone.\n-dryRun changes"
        + " nothing. Without it the transitions of the first day begin: a run a day does all."
        + "\nTheir name is -name, or adapt- and the date, for -listTransitions, -pauseTransition,"
        + "\n-resumeTransition and -cancelTransition. The superuser's.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Adaptation adaptation = new Adaptation(targetYears);
    LocalDate today = LocalDate.now();
    TransitionNames.check(transitionName);
    FailureTable table = FailureTable.of(afr, today);
    Targets targets = Targets.of(conf, path);
    try (TransitionClient client = new TransitionClient(targets.hdfs())) {
      AdaptNodes nodes = AdaptNodes.of(client, table);
      AdaptPlan plan = new AdaptPlan(nodes, adaptation, mttrHours, enabled(targets.hdfs()));
      long started = System.nanoTime();
      UnderWay underWay = UnderWay.of(client, targets);
      underWay.trees.keySet().forEach(plan::addTreeUnderWay);
      underWay.rules.forEach(plan::addTreeUnderWay);
      for (Path top : targets.paths()) {
        FileWalk.visit(
            targets.hdfs(), top, file -> visit(targets.hdfs(), file, underWay, plan));
      }
      OptionalLong limit = budget == null ? OptionalLong.empty() : OptionalLong.of(budget);
      Adapted adapted = plan.report(path, today, limit, table);
      TransitionSummary summary = new TransitionSummary();
      if (!dryRun) {
        String name = transitionName == null ? "adapt-" + today : transitionName;
        long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        AdaptBegin begin = new AdaptBegin(client, name, AdaptBegin.TREE_FILES);
        summary = plan.begin(begin, limit, targets.names(), age);
        TransitionSummary.Outcome outcome = summary.outcome();
        adapted =
            adapted.begun(
                new Adapted.Begun(
                    name, outcome.requests(), outcome.files().get("queued"), outcome.refused()));
      }
      System.out.print(json ? JsonView.render(adapted) : AdaptText.of(adapted));
      return summary.exitCode();
    }
  }

  /** Policies that files may get. */
  static List<GroupPolicy> enabled(DistributedFileSystem hdfs) throws IOException {
    return PolicyCandidates.enabled(hdfs.getClient().getErasureCodingPolicies())
        .map(PolicyCodecs::groupPolicy)
        .toList();
  }

  private static void visit(
      DistributedFileSystem hdfs, FileStatus file, UnderWay underWay, AdaptPlan plan) {
    Optional<StripeView> view = FileForm.viewOf(file);
    if (FileCopy.isCopy(file.getPath())) {
      return;
    }
    if (FileForm.isReplicated(file)) {
      plan.addReplicated();
    } else if (view.isEmpty()) {
      plan.addInHdfsForm(file.getPath().toUri().getPath());
    } else {
      visit(hdfs, file.getPath().toUri().getPath(), view.get().group(), underWay, plan);
    }
  }

  private static void visit(
      DistributedFileSystem hdfs, String path, GroupPolicy policy, UnderWay underWay,
      AdaptPlan plan) {
    try {
      FileLayoutReport layout = LayoutReader.read(hdfs.getClient(), hdfs.getConf(), path);
      Optional<String> to = underWay.policyOf(path, policy.name());
      if (to.isPresent()) {
        plan.addUnderWay(to.get(), policy, layout);
      } else if (underWay.hasRule(path)) {
        plan.addOfRule(policy, layout);
      } else if (layout.policy().equals(policy.name())) {
        plan.add(policy, layout);
      }
    } catch (FileNotFoundException e) {
      // Deleted since it was listed.
    } catch (IOException e) {
      plan.addNotReadable(path, Failures.firstLine(e));
    }
  }

  /**
   * What gets a policy now.
   *
   * @param files names of the policies that they shall have, by their paths
   * @param trees the same of directories that have a request
   * @param rules directories that have a rule, which goes on for ever
   */
  private record UnderWay(
      Map<String, String> files, Map<String, String> trees, List<String> rules) {

    static UnderWay of(TransitionClient client, Targets targets) throws IOException {
      Map<String, String> files = new HashMap<>();
      for (Path top : targets.paths()) {
        for (TransitionStatus each : client.status(top)) {
          files.put(each.path(), each.to());
        }
      }
      Map<String, String> trees = new HashMap<>();
      for (TreeTransitionStatusProto each : client.trees(new Path(Path.SEPARATOR))) {
        trees.put(each.getPath(), TreeTable.to(each));
      }
      List<String> rules =
          client.rules(new Path(Path.SEPARATOR)).stream().map(RuleStatusProto::getPath).toList();
      return new UnderWay(files, trees, rules);
    }

    boolean hasRule(String path) {
      return rules.stream().anyMatch(rule -> DFSUtil.isParentEntry(path, rule));
    }

    /** Which policy a file is getting; empty where it keeps the one that it has. */
    Optional<String> policyOf(String path, String now) {
      return Optional.ofNullable(files.get(path))
          .or(
              () ->
                  trees.entrySet().stream()
                      .filter(tree -> DFSUtil.isParentEntry(path, tree.getKey()))
                      .map(tree -> PolicyName.parse(tree.getValue()).policy())
                      .filter(to -> !to.equals(now))
                      .findFirst());
    }
  }
}
