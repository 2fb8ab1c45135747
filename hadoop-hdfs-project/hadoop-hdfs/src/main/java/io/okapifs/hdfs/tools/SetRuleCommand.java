package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.SetRuleResponseProto;
import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** `hdfs ec -setRule`: files of a directory get a policy once they are old enough. */
final class SetRuleCommand extends EcCommand {

  private static final List<Fate> LEFT =
      List.of(Fate.TOO_YOUNG, Fate.PASSED_OVER, Fate.REPLICATED, Fate.REFUSED);

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  @Option(names = "-olderThan", required = true, paramLabel = "<age>", converter = Age.class)
  private Duration olderThan;

  @Option(names = "-minSize", paramLabel = "<size>", converter = Size.class)
  private Long minSize;

  @Option(names = "-policy", required = true, paramLabel = "<policy>")
  private String policy;

  @Option(names = "-dryRun")
  private boolean dryRun;

  @Option(names = "-h")
  private boolean forPeople;

  @Option(names = "-json")
  private boolean json;

  SetRuleCommand() {
    super(
        "-setRule",
        "-path <path> -olderThan <age> [-minSize <size>] -policy <policy> [-dryRun [-h] [-json]]",
        "-path");
  }

  @Override
  String description() {
    return "Give the erasure coded files at and below a directory a policy, each as soon as it was"
        + " not changed\nfor some time, such as 2w, 90d or 12h: the NameNode looks for such files"
        + " again and again, and has\nthem wait for all that somebody asked for. -minSize leaves"
        + " smaller files as they are. A directory has\none rule: another one takes its place, and"
        + " the nearest one above a file is its rule. -dryRun prints\nwhat the rule would do now,"
        + " as -transition does, and changes nothing. The superuser's.\n";
  }

  @Override
  void check(CommandLine line) {
    if (!dryRun && (forPeople || json)) {
      throw new CommandLine.ParameterException(line, "-h and -json are of -dryRun");
    }
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Targets targets = Targets.of(conf, path);
    if (targets.paths().size() > 1) {
      throw new IOException("a rule is for one directory: " + targets.paths());
    }
    Path directory = targets.paths().get(0);
    SetRuleResponseProto answer;
    try (TransitionClient client = new TransitionClient(targets.hdfs())) {
      answer = client.setRule(request(directory.toUri().getPath()));
    }
    if (dryRun) {
      dryRun(targets, answer.getNestedList());
    } else {
      System.out.println(
          "rule " + answer.getId() + " for " + directory.toUri().getPath()
              + "; hdfs ec -listRules shows what it does");
    }
    if (!json) {
      answer.getNestedList().forEach(each -> System.out.println(each + " has a rule of its own"));
    }
    return 0;
  }

  private SetRuleRequestProto request(String directory) {
    return SetRuleRequestProto.newBuilder()
        .setPath(directory)
        .setPolicy(policy)
        .setAgeMs(olderThan.toMillis())
        .setMinBytes(minSize == null ? 0 : minSize)
        .setDryRun(dryRun)
        .build();
  }

  /** As that of a transition of the files that are old enough now. */
  private void dryRun(Targets targets, List<String> nested) throws IOException {
    TransitionCommand asked =
        TransitionCommand.ofRule(policy, olderThan, minSize, nested, forPeople, json);
    TransitionSummary summary = new TransitionSummary();
    TransitionDryRun run = new TransitionDryRun(targets.hdfs(), asked, summary);
    run.run(targets.paths());
    if (!json) {
      System.out.println(
          "now the rule would change " + run.changing() + " files; left as they are: "
              + summary.toText(LEFT));
    }
  }
}
