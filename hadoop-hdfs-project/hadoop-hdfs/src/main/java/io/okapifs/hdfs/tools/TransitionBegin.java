package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.layout.PolicyName;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.OutcomeProto.Kind;
import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionGoal;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Has the files of a `hdfs ec -transition` get their policy: asks the NameNode, copies what cannot
 * change in place, and waits where that was asked for. Used by one thread, once.
 */
final class TransitionBegin {

  private static final long POLL_MILLIS = 500;

  private final DistributedFileSystem hdfs;
  private final TransitionClient client;
  private final TransitionCommand asked;
  private final TransitionSummary summary;
  private final List<Path> accepted = new ArrayList<>();

  TransitionBegin(
      DistributedFileSystem hdfs, TransitionClient client, TransitionCommand asked,
      TransitionSummary summary) {
    this.hdfs = hdfs;
    this.client = client;
    this.asked = asked;
    this.summary = summary;
  }

  /** Prints a line of sums, and a line for each file that is refused. */
  void run(List<Path> tops) throws IOException {
    TransitionGoal goal = asked.goal();
    TransitionBatch batch =
        new TransitionBatch(files -> client.begin(files, goal), accepted::size);
    TransitionFiles files = new TransitionFiles(hdfs, asked);
    for (Path top : tops) {
      files.forEach(
          top, summary,
          file -> {
            if (files.changeInPlace(file)) {
              batch.add(file.getPath(), listener(file));
            } else if (FileForm.has(file, asked.policy())) {
              summary.count(Fate.ALREADY_SO);
            } else {
              copy(file);
            }
          });
    }
    batch.flush();
    if (asked.waits()) {
      await();
    }
    summary.count(asked.waits() ? Fate.DONE : Fate.QUEUED, accepted.size());
    if (!asked.json()) {
      System.out.println(summary.toText(asked.waits()));
    }
  }

  private TransitionBatch.Listener listener(FileStatus file) {
    boolean mayCopy = asked.copies() && FileForm.isCoupled(file) != asked.couples();
    return mayCopy ? (path, outcome) -> hearOrCopy(file, outcome) : this::hear;
  }

  private void hear(Path file, OutcomeProto outcome) {
    switch (outcome.getKind()) {
      case TAKEN -> accepted.add(file);
      case ALREADY_SO -> summary.count(Fate.ALREADY_SO);
      case OTHER_LAYOUT -> summary.count(Fate.IN_HDFS_FORM);
      case REFUSED -> summary.refuse(file, Failures.firstLine(outcome.getReason()));
    }
  }

  /** Some files do not get another layout where they are, as those that snapshots have. */
  private void hearOrCopy(FileStatus file, OutcomeProto outcome) {
    if (outcome.getKind() != Kind.REFUSED) {
      hear(file.getPath(), outcome);
      return;
    }
    (asked.json() ? System.err : System.out).println(
        file.getPath().toUri().getPath() + ": is copied, for "
            + Failures.firstLine(outcome.getReason()));
    copy(file);
  }

  private void copy(FileStatus file) {
    try {
      FileCopy.replace(hdfs, file, asked.policy());
      summary.count(Fate.COPIED);
    } catch (IOException e) {
      summary.refuse(file.getPath(), Failures.firstLine(e));
    }
  }

  private void await() throws IOException {
    List<Path> done = new ArrayList<>();
    ProgressLine progress = new ProgressLine();
    for (int i = 0; i < accepted.size(); i++) {
      Path file = accepted.get(i);
      progress.show(i, accepted.size(), "files");
      try {
        List<TransitionStatus> status = client.status(file);
        while (!status.isEmpty() && !status.get(0).paused()) {
          Thread.sleep(POLL_MILLIS);
          progress.show(i, accepted.size(), "files");
          status = client.status(file);
        }
        if (!status.isEmpty()) {
          summary.refuse(
              file, "the transition is paused; " + ControlTransitionsCommand.RESUME + " goes on");
        } else if (isDone(file)) {
          done.add(file);
        } else {
          summary.refuse(file, whyNot(file));
        }
      } catch (FileNotFoundException e) {
        summary.refuse(file, "it was deleted or renamed meanwhile");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted; the transitions go on");
      }
    }
    progress.end();
    accepted.retainAll(done);
  }

  private String whyNot(Path file) throws IOException {
    return client.givenUp(file).stream()
        .map(each -> "the transition was given up: " + each.why())
        .findFirst()
        .orElse("the transition was cancelled, or the NameNode's log says why not");
  }

  private boolean isDone(Path file) throws IOException {
    FileStatus status = hdfs.getFileStatus(file);
    String base = PolicyName.parse(asked.policy()).policy();
    return FileForm.has(status, asked.policy())
        || !asked.couples()
            && FileForm.viewOf(status).filter(view -> view.group().name().equals(base)).isPresent();
  }
}
