package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** `hdfs ec -removeRule`. */
final class RemoveRuleCommand extends EcCommand {

  @Option(names = "-path", required = true, paramLabel = "<path>")
  private String path;

  RemoveRuleCommand() {
    super("-removeRule", "-path <path>", "-path");
  }

  @Override
  String description() {
    return "Remove the rule of a directory. Transitions of it that have begun go on, those that"
        + " wait for their\nturn are dropped. The superuser's.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    Targets targets = Targets.of(conf, path);
    try (TransitionClient client = new TransitionClient(targets.hdfs())) {
      for (Path directory : targets.paths()) {
        String name = directory.toUri().getPath();
        OptionalLong removed = client.removeRule(directory);
        if (removed.isEmpty()) {
          throw new IOException(
              "the directory has no rule: path=" + name + "; -listRules shows those that have one");
        }
        System.out.println("rule " + removed.getAsLong() + " for " + name + " removed");
      }
    }
    return 0;
  }
}
