package io.okapifs.hdfs.tools;

import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.TreeTransitionStatusProto;
import io.okapifs.hdfs.tools.TransitionSummary.Fate;
import io.okapifs.hdfs.transition.TransitionClient;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;

/**
 * Has the NameNode give the files of a tree their policy, and waits where that was asked for. Used
 * by one thread, once.
 */
final class TreeBegin {

  private static final long POLL_MILLIS = 500;

  private final DistributedFileSystem hdfs;
  private final TransitionClient client;
  private final TransitionCommand asked;
  private final TransitionSummary summary;

  TreeBegin(
      DistributedFileSystem hdfs, TransitionClient client, TransitionCommand asked,
      TransitionSummary summary) {
    this.hdfs = hdfs;
    this.client = client;
    this.asked = asked;
    this.summary = summary;
  }

  /** Prints a line of sums where it waits, and a line for each reason why files are refused. */
  void run(Path top) throws IOException {
    TransitionFiles.enabled(hdfs, asked.policy());
    long id = begin(top);
    summary.request(id);
    if (asked.waits()) {
      tell(await(id));
    } else if (!asked.json()) {
      System.out.println(
          "request " + id + " for " + top.toUri().getPath()
              + "; hdfs ec -listTransitions shows how far it is");
    }
  }

  private long begin(Path top) throws IOException {
    try {
      return client.beginTree(top, asked.goal(), asked.ageMillis());
    } catch (SafeModeException e) {
      throw new IOException("the NameNode is in safe mode; nothing was asked for", e);
    }
  }

  private TreeTransitionStatusProto await(long id) throws IOException {
    ProgressLine progress = new ProgressLine();
    Optional<TreeTransitionStatusProto> status = client.tree(id);
    while (status.isPresent() && !status.get().hasEndedMs()) {
      if (status.get().getPaused()) {
        throw new IOException(
            "the request is paused: id=" + id + "; " + ControlTransitionsCommand.RESUME
                + " goes on");
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted; the request goes on: id=" + id);
      }
      status = client.tree(id);
      status.ifPresent(
          tree ->
              progress.show(
                  tree.getDone(), tree.getDone() + tree.getUnderWay(), "files that were found"));
    }
    progress.end();
    return status.orElseThrow(
        () ->
            new IOException(
                "the request has ended, and the NameNode that is active now has no counts of it:"
                    + " id=" + id + "; make it again, what has the policy is passed over"));
  }

  private void tell(TreeTransitionStatusProto ended) throws IOException {
    summary.count(Fate.DONE, ended.getDone());
    summary.count(Fate.ALREADY_SO, ended.getAlreadySo());
    summary.count(Fate.TOO_YOUNG, ended.getTooYoung());
    summary.count(Fate.REPLICATED, ended.getReplicated());
    summary.count(Fate.IN_HDFS_FORM, ended.getOtherLayout());
    summary.count(Fate.REFUSED, ended.getRefused());
    TreeTable.reasons(ended).forEach(System.err::println);
    if (!asked.json()) {
      System.out.println(summary.toText(true));
    }
    if (!ended.getWhy().isEmpty()) {
      throw new IOException("the request was dropped: id=" + ended.getId() + ": " + ended.getWhy());
    }
  }
}
