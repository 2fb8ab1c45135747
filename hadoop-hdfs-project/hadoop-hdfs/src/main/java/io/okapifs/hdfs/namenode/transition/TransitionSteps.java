package io.okapifs.hdfs.namenode.transition;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.file.ParityQuota;
import io.okapifs.hdfs.namenode.file.Superseded;
import io.okapifs.hdfs.namenode.journal.UnsyncedGroups;
import io.okapifs.hdfs.transition.TransitionRecord;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.EditLogWindow;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.NamespaceWindow;
import org.apache.hadoop.hdfs.server.namenode.ParityGroupsFeature;
import org.apache.hadoop.util.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of transitions as the active NameNode takes them: journaled, and with the quota that
 * they cost. Under the namesystem's write lock; the caller syncs the journal, and only then removes
 * the blocks that a step has made superfluous.
 */
public final class TransitionSteps {

  private static final Logger LOG = LoggerFactory.getLogger(TransitionSteps.class);

  /** Why a transition was dropped that somebody wanted no more. */
  static final String CANCELLED = "cancelled";

  private final FSNamesystem namesystem;

  TransitionSteps(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  /** The first step: nothing of the file changes yet. */
  public void queue(INodeFile file, TransitionRecord record) throws IOException {
    take(file, record);
  }

  /**
   * Allocates the new parity groups.
   *
   * @throws IOException where the quota does not suffice; nothing was changed then
   */
  void start(INodeFile file, TransitionRecord queued) throws IOException {
    DecoupledFile now = DecoupledFile.changeable(file);
    FileLayout layout = now.layoutUnder(queued.policyId());
    long groups = queued.couples() ? now.stripes().length : layout.groupCount(now.length());
    if (!queued.couples()) {
      ParityQuota.reserve(namesystem, file, layout.paritySpace(now.length()));
    }
    TransitionRecord.Ids ids = new TransitionRecord.Ids();
    for (long g = 0; g < groups; g++) {
      Block block = NamespaceWindow.newBlockGroup(namesystem);
      ids.add(block.getBlockId(), block.getGenerationStamp());
    }
    take(file, queued.started(ids));
    if (!queued.couples()) {
      UnsyncedGroups.of(namesystem)
          .add(List.of(ParityGroupsFeature.nextOf(file).orElseThrow().groups()));
    }
    LOG.info(
        "Transition started: path={}, from={}, to={}, groups={}",
        file.getFullPathName(), now.layout().policy().name(), TransitionAnswers.target(queued),
        groups);
  }

  /** Has a transition rest, or go on. */
  public void pause(INodeFile file, TransitionRecord record, boolean rests)
      throws IOException {
    take(file, record.paused(rests));
    if (record.step() == Step.STARTED && rests) {
      TransitionProgress.rest(namesystem.getBlockManager(), file);
    }
  }

  /**
   * Replaces the old parity groups by the new ones.
   *
   * @return what is to be removed once this is durable
   * @throws IOException where it is not proven that the file can do without that; nothing was
   *     changed
   */
  Superseded commit(INodeFile file, TransitionRecord started) throws IOException {
    String unproven = CommitProof.refusal(namesystem.getBlockManager(), file);
    if (unproven != null) {
      throw new IOException("A transition cannot end yet: " + unproven);
    }
    Superseded superseded = end(file, started, Step.COMMITTED, "");
    if (started.couples()) {
      namesystem.getBlockManager().checkRedundancy(file);
    }
    return superseded;
  }

  /**
   * Drops what a transition has made so far.
   *
   * @param why for the history
   * @return what is to be removed once this is durable
   */
  public Superseded abort(INodeFile file, TransitionRecord record, String why)
      throws IOException {
    return end(file, record, Step.ABORTED, why);
  }

  private Superseded end(
      INodeFile file, TransitionRecord last, Step step, String why)
      throws IOException {
    TransitionStatus status = TransitionAnswers.ended(namesystem, file, last, step, why);
    Superseded superseded = take(file, last.then(step));
    ParityQuota.charge(namesystem, file, -superseded.space());
    TransitionService service = TransitionService.of(namesystem);
    service.history().add(status);
    service.loadedTrees().ended(file, last.then(step), why);
    service.loadedRules().ended(file, last.then(step), why);
    log(file, status);
    return superseded;
  }

  private static void log(INodeFile file, TransitionStatus ended) {
    LOG.info(
        "Transition ended: path={}, outcome={}, from={}, to={}, why={}, owner={}, bytes={},"
            + " groups={}, retries={}, moves={}, ms={}",
        ended.path(), ended.step() == Step.COMMITTED ? "committed" : "dropped", ended.from(),
        ended.to(), ended.why(), file.getUserName(), file.computeFileSize(), ended.groups(),
        ended.retries(), ended.moves(), Math.max(0, Time.now() - ended.sinceMillis()));
  }

  private Superseded take(
      INodeFile file, TransitionRecord record) throws IOException {
    FSDirectory directory = namesystem.getFSDirectory();
    NamespaceWindow.lock(directory);
    try {
      INodesInPath path = directory.getINodesInPath(file.getFullPathName(), DirOp.WRITE);
      XAttr attribute = FileTransitions.attribute(record);
      EditLogWindow.setAttribute(namesystem, path, attribute);
      return FileTransitions.apply(namesystem, file, record, path.getLatestSnapshotId());
    } finally {
      NamespaceWindow.unlock(directory);
    }
  }
}
