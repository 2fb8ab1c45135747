package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.RuleStatusProto;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** `hdfs ec -listRules [-path P] [-json]`. */
final class ListRulesCommand extends EcCommand {

  @Option(names = "-path", paramLabel = "<path>")
  private String path = Path.SEPARATOR;

  @Option(names = "-json")
  private boolean json;

  ListRulesCommand() {
    super("-listRules", "[-path <path>] [-json]", "-path");
  }

  @Override
  String description() {
    return "List the rules of directories at and below a path: state, age, size, policy, files that"
        + " are in a\ntransition of the rule, that it has changed, and whose transition failed or"
        + " was cancelled; then of\neach who set it, when it looks for files again, and what it"
        + " found the last time: files it looked at\nand has begun, and why it left others as they"
        + " are. Counts are those since the NameNode became active.\nThe superuser's.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Targets targets = Targets.of(conf, path);
    List<RuleStatusProto> rules = new ArrayList<>();
    try (TransitionClient client = new TransitionClient(targets.hdfs())) {
      for (Path top : targets.paths()) {
        rules.addAll(client.rules(top));
      }
    }
    RulesReport report = RulesReport.of(rules);
    if (json) {
      System.out.print(JsonView.render(report));
    } else {
      RuleTable.lines(report.rules()).forEach(System.out::println);
    }
    return 0;
  }
}
