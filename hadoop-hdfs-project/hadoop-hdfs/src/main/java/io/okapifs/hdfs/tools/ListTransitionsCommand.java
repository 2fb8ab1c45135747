package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.transition.EndedTransition;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;

/** `hdfs ec -listTransitions [-history] [-path P] [-json]`. */
final class ListTransitionsCommand extends EcCommand {

  @Option(names = "-path", paramLabel = "<path>")
  private String path = Path.SEPARATOR;

  @Option(names = "-history")
  private boolean history;

  @Option(names = "-name", paramLabel = "<name>")
  private String transitionName;

  @Option(names = "-json")
  private boolean json;

  ListTransitionsCommand() {
    super("-listTransitions", "[-history] [-path <path>] [-name <name>] [-json]", "-path");
  }

  @Override
  String description() {
    return "List the files at and below a path whose policy is being changed, one per line below a"
        + " header:\nstate, old and new policy, new parity groups that are ready and all of them,"
        + " rate, time left, groups\nthat had to be encoded again, blocks that had to move first,"
        + " path, and why it was given up or\nwhat it waits for. Of a directory this needs the"
        + " superuser.\nRequests for trees come first: number, state, new policy, files under way"
        + " and done, those that\nneed nothing, are too young or are replicated, those that were"
        + " refused, and a line for each reason.\n"
        + "-history lists the last 1,000 that ended since the NameNode started instead: when, how"
        + " long after\nthe request, and why not. With -name only what was asked for by that"
        + " name.\n";
  }

  @Override
  int execute(Configuration conf) throws IOException {
    TransitionNames.check(transitionName);
    Targets targets = Targets.of(conf, path);
    List<TreeTransitionStatusProto> trees = new ArrayList<>();
    List<TransitionStatus> files = new ArrayList<>();
    List<EndedTransition> ended = new ArrayList<>();
    try (TransitionClient client = new TransitionClient(targets.hdfs())) {
      for (Path top : targets.paths()) {
        trees.addAll(history ? client.treeHistory(top) : client.trees(top));
        if (history) {
          ended.addAll(client.history(top));
        } else {
          files.addAll(client.list(top));
        }
      }
    }
    trees.removeIf(
        each -> !TransitionNames.fits(transitionName, each.getGoal().getName()));
    files.removeIf(each -> !TransitionNames.fits(transitionName, each.name()));
    ended.removeIf(each -> !TransitionNames.fits(transitionName, each.last().name()));
    if (json) {
      System.out.print(
          JsonView.render(
              history
                  ? TransitionReport.ofEnded(trees, ended)
                  : TransitionReport.of(trees, files)));
      return 0;
    }
    if (!trees.isEmpty()) {
      TreeTable.lines(trees).forEach(System.out::println);
      System.out.println();
    }
    (history ? TransitionTable.linesOfEnded(ended) : TransitionTable.lines(files))
        .forEach(System.out::println);
    return 0;
  }
}
