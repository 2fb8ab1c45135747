package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** `hdfs ec -cancelTransition`, `-pauseTransition` and `-resumeTransition`. */
final class ControlTransitionsCommand extends EcCommand {

  static final String RESUME = "-resumeTransition";

  private final ControlProto control;
  private final String done;
  private final String description;

  @Option(names = "-path", paramLabel = "<path>")
  private String path;

  @Option(names = "-all")
  private boolean all;

  @Option(names = "-name", paramLabel = "<name>")
  private String transitionName;

  @Option(names = "-json")
  private boolean json;

  private ControlTransitionsCommand(
      String name, ControlProto control, String done, String description) {
    super(name, "{-path <path> | -all | -name <name> [-path <path>]} [-json]", "-path");
    this.control = control;
    this.done = done;
    this.description = description;
  }

  static ControlTransitionsCommand cancel() {
    return new ControlTransitionsCommand(
        "-cancelTransition", ControlProto.CANCEL, "cancelled",
        "Leave a file, or all files at and below a path, with the policy that they have: new"
            + " parities\nthat were made so far are dropped, and so are requests for trees. Rules"
            + " stay: they leave what\nwas cancelled alone for a week.");
  }

  static ControlTransitionsCommand pause() {
    return new ControlTransitionsCommand(
        "-pauseTransition", ControlProto.PAUSE, "paused",
        "Let the transition of a file, or of all files at and below a path, rest where it is,"
            + " also\nacross restarts; what is being encoded is finished. Requests for trees and"
            + " rules rest as well.");
  }

  static ControlTransitionsCommand resume() {
    return new ControlTransitionsCommand(
        RESUME, ControlProto.RESUME, "resumed",
        "Let what -pauseTransition has stopped at and below a path go on.");
  }

  @Override
  String description() {
    return description + "\n-all stands for -path /. Of a directory this needs the"
        + " superuser, or a request\nof one's own. With -name only what was asked for by that"
        + " name.\n";
  }

  @Override
  void check(CommandLine line) {
    boolean isWhole = all || transitionName != null && path == null;
    if (isWhole == (path != null)) {
      throw new CommandLine.ParameterException(line, "either -path or -all, or -name");
    }
  }

  @Override
  int execute(Configuration conf) throws IOException {
    TransitionNames.check(transitionName);
    Targets targets = Targets.of(conf, path == null ? Path.SEPARATOR : path);
    TransitionSummary summary = new TransitionSummary();
    try (TransitionClient client = new TransitionClient(targets.hdfs())) {
      for (Path top : targets.paths()) {
        execute(client, top, targets.hdfs().getFileStatus(top).isDirectory(), summary);
      }
    }
    if (json) {
      System.out.print(JsonView.render(summary.outcome()));
    }
    return summary.exitCode();
  }

  private void execute(
      TransitionClient client, Path top, boolean isDirectory, TransitionSummary summary)
      throws IOException {
    boolean alsoRules = isDirectory && transitionName == null;
    List<Path> withRules = alsoRules ? rulesOf(client, top) : List.of();
    List<Path> withTrees = isDirectory ? treesOf(client, top) : List.of();
    // A rule is not cancelled: it is no transition.
    int rules = control == ControlProto.CANCEL ? 0 : control(client, withRules, summary);
    int trees = control(client, withTrees, summary);
    List<Path> files = List.of();
    try {
      files =
          client.status(top).stream()
              .filter(each -> TransitionNames.fits(transitionName, each.name()))
              .map(each -> new Path(each.path()))
              .toList();
    } catch (AccessControlException e) {
      // Whoever may not list a directory had a request of his own there, or is refused.
      if (trees == 0) {
        throw e;
      }
    }
    int transitions = control(client, files, summary);
    summary.count(Fate.CONTROLLED, (long) trees + rules + transitions);
    if (!json) {
      System.out.print(trees > 0 ? trees + " requests for trees " + done + "\n" : "");
      System.out.print(rules > 0 ? rules + " rules " + done + "\n" : "");
      System.out.println(transitions + " transitions " + done);
      if (control == ControlProto.CANCEL && !withRules.isEmpty()) {
        System.out.println(withRules.size() + " rules go on; -removeRule ends one");
      }
    }
  }

  /** The path itself, which may have a request, and directories below it that have one. */
  private static List<Path> treesOf(TransitionClient client, Path top) throws IOException {
    List<Path> trees = new ArrayList<>(List.of(top));
    try {
      client.trees(top).stream()
          .map(each -> new Path(each.getPath()))
          .filter(each -> !each.equals(Path.getPathWithoutSchemeAndAuthority(top)))
          .forEach(trees::add);
    } catch (AccessControlException e) {
      // The path's own request may still be the caller's.
    }
    return trees;
  }

  /** Directories at and below a path that have a rule; none that the caller may not know. */
  private static List<Path> rulesOf(TransitionClient client, Path top) throws IOException {
    try {
      return client.rules(top).stream().map(each -> new Path(each.getPath())).toList();
    } catch (AccessControlException e) {
      return List.of();
    }
  }

  /** How many were accepted. */
  private int control(TransitionClient client, List<Path> paths, TransitionSummary summary)
      throws IOException {
    AtomicInteger accepted = new AtomicInteger();
    TransitionBatch batch =
        new TransitionBatch(
            files -> client.control(files, control, Optional.ofNullable(transitionName)),
            accepted::get);
    for (Path each : paths) {
      batch.add(
          each,
          (file, outcome) -> {
            if (outcome.getKind() == Kind.REFUSED) {
              summary.refuse(file, Failures.firstLine(outcome.getReason()));
            } else if (outcome.getKind() == Kind.TAKEN) {
              accepted.incrementAndGet();
            }
          });
    }
    batch.flush();
    return accepted.get();
  }
}
