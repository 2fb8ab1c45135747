package io.okapifs.hdfs.namenode.allocate;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.file.DecoupledFile;
import io.okapifs.hdfs.namenode.transition.FileTransitions;
import org.apache.hadoop.hdfs.server.namenode.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.QuotaCounts;
import org.apache.hadoop.hdfs.server.namenode.snapshot.FileWithSnapshotFeature;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;

/**
 * What the removal of a decoupled file or of a snapshot of it gives back: parity groups that nobody
 * will finish, and the space that the file took before and no longer takes. Upstream's own sum
 * takes a striped block group for so many replicas where a snapshot goes, and forgets the open
 * block groups that a file loses which lives on in a snapshot.
 */
public final class ReclaimedSpace {

  private final INodeFile file;
  private final INode.ReclaimContext context;
  private final long spaceBefore;
  private final long reclaimedBefore;

  /** Whether the file goes, as opposed to a snapshot of it. */
  private final boolean ofCurrent;

  private ReclaimedSpace(INodeFile file, INode.ReclaimContext context, boolean ofCurrent) {
    this.file = file;
    this.context = context;
    this.ofCurrent = ofCurrent;
    this.spaceBefore = file.storagespaceConsumedStriped().getStorageSpace();
    this.reclaimedBefore = context.quotaDelta().getCountsCopy().getStorageSpace();
  }

  /**
   * @param snapshotId what is removed: a snapshot, or the current state
   * @return null where the file is not decoupled and in no transition
   */
  @Woven
  public static ReclaimedSpace before(
      INodeFile file, INode.ReclaimContext context, int snapshotId) {
    return DecoupledFile.isDecoupled(file)
            || DecoupledFile.isCoupled(file) && FileTransitions.of(file).isPresent()
        ? new ReclaimedSpace(file, context, snapshotId == Snapshot.CURRENT_STATE_ID)
        : null;
  }

  /** Corrects what was added to the reclaimed space since {@link #before}. */
  @Woven
  public static void settle(ReclaimedSpace reclaimed) {
    if (reclaimed == null) {
      return;
    }
    reclaimed.dropUnfinishedParity();
    INode.QuotaDelta delta = reclaimed.context.quotaDelta();
    long counted = delta.getCountsCopy().getStorageSpace() - reclaimed.reclaimedBefore;
    long right =
        reclaimed.spaceBefore - reclaimed.file.storagespaceConsumedStriped().getStorageSpace();
    delta.add(new QuotaCounts.Builder().storageSpace(right - counted).build());
  }

  /** As upstream does with an open block of a file that lives on in snapshots only. */
  private void dropUnfinishedParity() {
    if (ofCurrent) {
      FileTransitions.drop(file, context.collectedBlocks());
    }
    FileWithSnapshotFeature snapshots = file.getFileWithSnapshotFeature();
    if (file.isUnderConstruction() && snapshots != null && snapshots.isCurrentFileDeleted()) {
      DecoupledNamespace.collectOpenParity(file, context.collectedBlocks());
    }
  }
}
