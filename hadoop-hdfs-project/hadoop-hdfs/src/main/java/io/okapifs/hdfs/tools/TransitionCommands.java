package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.layout.StripeView;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ControlTransitionsRequestProto.ControlProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomesProto;
import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicyInfo;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;

/** Runs `hdfs ec -transition`, `-listTransitions`, `-cancelTransition` and its like. */
final class TransitionCommands {

  private static final long POLL_MILLIS = 500;

  private final DistributedFileSystem hdfs;
  private final TransitionClient client;
  private final List<Path> accepted = new ArrayList<>();

  /** The policy that is asked for; null until it was looked up. */
  private ErasureCodingPolicy wanted;

  private final TransitionSummary summary = new TransitionSummary();
  private int copies;
  private long bytesToCopy;

  private TransitionCommands(DistributedFileSystem hdfs, TransitionClient client) {
    this.hdfs = hdfs;
    this.client = client;
  }

  /** What one of the commands does. */
  @FunctionalInterface
  private interface Action {
    int run(TransitionCommands commands, Path path) throws IOException;
  }

  private static int run(Configuration conf, String command, String text, Action action) {
    try {
      Path path = new Path(text);
      DistributedFileSystem hdfs = HdfsOnly.of(FileSystem.get(path.toUri(), conf));
      try (TransitionClient client = new TransitionClient(hdfs)) {
        return action.run(new TransitionCommands(hdfs, client), hdfs.makeQualified(path));
      }
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(command + ": " + Failures.firstLine(e));
      return EcCommands.FAILED;
    }
  }

  static int begin(Configuration conf, TransitionArguments arguments) {
    return run(
        conf, TransitionArguments.COMMAND, arguments.path(),
        (commands, path) ->
            arguments.isDryRun()
                ? commands.dryRun(path, arguments)
                : commands.begin(path, arguments));
  }

  static int list(Configuration conf, TransitionPathArguments arguments) {
    return run(
        conf, TransitionPathArguments.LIST, arguments.path(),
        (commands, path) ->
            arguments.isOfHistory()
                ? print(TransitionTable.linesOfEnded(commands.client.history(path)))
                : print(TransitionTable.lines(commands.client.list(path))));
  }

  private static int print(List<String> lines) {
    lines.forEach(System.out::println);
    return 0;
  }

  static int cancel(Configuration conf, TransitionPathArguments arguments) {
    return run(
        conf, TransitionPathArguments.CANCEL, arguments.path(),
        (commands, path) -> commands.askEach(path, ControlProto.CANCEL, "cancelled"));
  }

  static int pause(Configuration conf, TransitionPathArguments arguments) {
    return run(
        conf, TransitionPathArguments.PAUSE, arguments.path(),
        (commands, path) -> commands.askEach(path, ControlProto.PAUSE, "paused"));
  }

  static int resume(Configuration conf, TransitionPathArguments arguments) {
    return run(
        conf, TransitionPathArguments.RESUME, arguments.path(),
        (commands, path) -> commands.askEach(path, ControlProto.RESUME, "resumed"));
  }

  /** What is done with a file that a command is about. */
  @FunctionalInterface
  private interface Visitor {
    void visit(FileStatus file, Optional<StripeView> view) throws IOException;
  }

  /** Visits the file of a path, or those below it that the command is about. */
  private void forEach(Path path, TransitionArguments arguments, Visitor visitor)
      throws IOException {
    checkPolicy(arguments.policy());
    FileStatus top = hdfs.getFileStatus(path);
    if (top.isDirectory() && !arguments.recursive()) {
      throw new IOException(path.toUri().getPath() + " is a directory; add -recursive");
    }
    if (top.isFile() && viewOf(top).isEmpty() && !isCoupled(top) && !arguments.copies()) {
      throw new IOException(path.toUri().getPath() + " is replicated; -copy writes it anew");
    }
    long now = System.currentTimeMillis();
    FileWalk.visit(
        hdfs, path,
        file -> {
          Optional<StripeView> view = viewOf(file);
          if (FileCopy.isCopy(file.getPath())) {
            return;
          }
          if (view.isEmpty() && !isCoupled(file) && !arguments.copies()) {
            summary.count(Fate.REPLICATED);
          } else if (!arguments.isOldEnough(file.getModificationTime(), now)) {
            summary.count(Fate.TOO_YOUNG);
          } else {
            visitor.visit(file, view);
          }
        });
  }

  /** What would be wrong with every file is told once. */
  private void checkPolicy(String policy) throws IOException {
    ErasureCodingPolicyInfo info =
        DescribePolicyCommand.find(hdfs, PolicyName.parse(policy).policy());
    if (!info.isEnabled()) {
      throw new IOException(
          "the policy is not enabled: policy=" + info.getPolicy().getName() + ", state="
              + info.getState() + "; -enablePolicy enables it");
    }
    wanted = info.getPolicy();
  }

  /** Whether a file is in HDFS's own striped layout. */
  private static boolean isCoupled(FileStatus file) {
    return viewOf(file).isEmpty()
        && file instanceof HdfsFileStatus status
        && status.getErasureCodingPolicy() != null;
  }

  /** Empty where a file has no stripe width. */
  private static Optional<StripeView> viewOf(FileStatus file) {
    return file instanceof HdfsFileStatus status
            && StripeView.isView(status.getErasureCodingPolicy())
        ? Optional.of(StripeView.of(status.getErasureCodingPolicy()))
        : Optional.empty();
  }

  private int dryRun(Path path, TransitionArguments arguments) throws IOException {
    TransitionDryRun dryRun = new TransitionDryRun(hdfs, arguments.policy());
    forEach(
        path, arguments,
        (file, view) -> {
          try {
            dryRun(file, view, arguments, dryRun);
          } catch (IOException e) {
            fail(file.getPath(), Failures.firstLine(e));
          }
        });
    System.out.println(
        "all: " + dryRun.total().toText()
            + (copies > 0
                ? "; " + copies + " files would be copied, " + bytesToCopy + " bytes read" : ""));
    dryRun.advice().ifPresent(System.out::println);
    return exitCode();
  }

  private void dryRun(
      FileStatus file, Optional<StripeView> view, TransitionArguments arguments,
      TransitionDryRun dryRun) throws IOException {
    if (!changesInPlace(file, arguments)) {
      if (!hasForm(file, arguments.policy())) {
        copies++;
        bytesToCopy += file.getLen();
        System.out.println(
            file.getPath().toUri().getPath() + ": would be copied, " + file.getLen()
                + " bytes read");
      }
      return;
    }
    ErasureCodingPolicy now = ((HdfsFileStatus) file).getErasureCodingPolicy();
    if (arguments.couples()) {
      dryRun.visitCoupling(file, now);
    } else if (view.isPresent()) {
      dryRun.visit(file, view.get());
    } else {
      dryRun.visitCoupled(file, now);
    }
  }

  private int begin(Path path, TransitionArguments arguments) throws IOException {
    int priority = arguments.urgent() ? TransitionRecord.URGENT : TransitionRecord.NORMAL;
    TransitionGoal goal =
        TransitionGoal.of(arguments.policy(), priority)
            .forced(arguments.force())
            .coupling(arguments.couples());
    TransitionBatch batch = new TransitionBatch(files -> send(() -> client.begin(files, goal)));
    forEach(
        path, arguments,
        (file, view) -> {
          if (changesInPlace(file, arguments)) {
            boolean mayCopy = arguments.copies() && isCoupled(file) != arguments.couples();
            batch.add(
                file.getPath(),
                mayCopy
                    ? (asked, outcome) -> hearOrCopy(file, outcome, arguments.policy())
                    : this::hear);
          } else if (hasForm(file, arguments.policy())) {
            summary.count(Fate.ALREADY_SO);
          } else {
            copy(file, arguments.policy());
          }
        });
    batch.flush();
    if (arguments.waits()) {
      await(arguments);
    }
    summary.count(arguments.waits() ? Fate.DONE : Fate.QUEUED, accepted.size());
    System.out.println(summary.toText(arguments.waits()));
    return exitCode();
  }

  private void hear(Path file, OutcomeProto outcome) {
    switch (outcome.getKind()) {
      case TAKEN -> accepted.add(file);
      case ALREADY_SO -> summary.count(Fate.ALREADY_SO);
      case OTHER_LAYOUT -> summary.count(Fate.IN_HDFS_FORM);
      case REFUSED -> fail(file, Failures.firstLine(outcome.getReason()));
    }
  }

  /** Some files do not get another layout where they are, as those that snapshots have. */
  private void hearOrCopy(FileStatus file, OutcomeProto outcome, String policy) {
    if (outcome.getKind() != Kind.REFUSED) {
      hear(file.getPath(), outcome);
      return;
    }
    System.out.println(
        file.getPath().toUri().getPath() + ": is copied, for "
            + Failures.firstLine(outcome.getReason()));
    copy(file, policy);
  }

  /** Without copies that is for the NameNode to say. */
  private boolean changesInPlace(FileStatus file, TransitionArguments arguments) {
    if (!arguments.copies()) {
      return true;
    }
    PolicyName name = PolicyName.parse(arguments.policy());
    int width = name.isDecoupled() ? name.stripeWidth() : wanted.getNumDataUnits();
    // Of both forms of a file the data units are the stripe width.
    return file instanceof HdfsFileStatus status
        && status.getErasureCodingPolicy() != null
        && status.getErasureCodingPolicy().getNumDataUnits() == width
        && status.getErasureCodingPolicy().getCellSize() == wanted.getCellSize();
  }

  /** Whether a file has a policy in the form that its name tells. */
  private static boolean hasForm(FileStatus file, String policy) {
    return file instanceof HdfsFileStatus status
        && status.getErasureCodingPolicy() != null
        && status.getErasureCodingPolicy().getName().equals(policy);
  }

  private void copy(FileStatus file, String policy) {
    try {
      FileCopy.replace(hdfs, file, policy);
      summary.count(Fate.COPIED);
    } catch (IOException e) {
      fail(file.getPath(), Failures.firstLine(e));
    }
  }

  private int exitCode() {
    return summary.of(Fate.REFUSED) == 0 ? 0 : EcCommands.FAILED;
  }

  /** What is asked of the NameNode about some files. */
  @FunctionalInterface
  private interface Request {
    OutcomesProto send() throws IOException;
  }

  private OutcomesProto send(Request request) throws IOException {
    try {
      return request.send();
    } catch (SafeModeException e) {
      throw new IOException(
          "the NameNode is in safe mode; files that were accepted before: " + accepted.size(), e);
    }
  }

  private void fail(Path file, String why) {
    summary.count(Fate.REFUSED);
    System.err.println(file.toUri().getPath() + ": " + why);
  }

  private void await(TransitionArguments arguments) throws IOException {
    List<Path> done = new ArrayList<>();
    for (Path file : accepted) {
      try {
        List<TransitionStatus> status = client.status(file);
        while (!status.isEmpty() && !status.get(0).paused()) {
          Thread.sleep(POLL_MILLIS);
          status = client.status(file);
        }
        if (!status.isEmpty()) {
          fail(file, "the transition is paused; " + TransitionPathArguments.RESUME + " goes on");
        } else if (has(file, arguments)) {
          done.add(file);
        } else {
          fail(
              file,
              client.givenUp(file).stream()
                  .map(each -> "the transition was given up: " + each.why())
                  .findFirst()
                  .orElse("the transition was cancelled, or the NameNode's log says why not"));
        }
      } catch (FileNotFoundException e) {
        fail(file, "it was deleted or renamed meanwhile");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted; the transitions go on");
      }
    }
    accepted.retainAll(done);
  }

  private boolean has(Path file, TransitionArguments arguments) throws IOException {
    FileStatus status = hdfs.getFileStatus(file);
    String base = PolicyName.parse(arguments.policy()).policy();
    return hasForm(status, arguments.policy())
        || !arguments.couples()
            && viewOf(status).filter(view -> view.group().name().equals(base)).isPresent();
  }

  private int askEach(Path path, ControlProto control, String done) throws IOException {
    TransitionBatch batch =
        new TransitionBatch(files -> send(() -> client.control(files, control)));
    for (TransitionStatus each : client.status(path)) {
      batch.add(
          new Path(each.path()),
          (file, outcome) -> {
            if (outcome.getKind() == Kind.REFUSED) {
              fail(file, Failures.firstLine(outcome.getReason()));
            } else {
              accepted.add(file);
            }
          });
    }
    batch.flush();
    System.out.println(accepted.size() + " transitions " + done);
    return exitCode();
  }
}
