package org.apache.hadoop.hdfs.server.namenode;

import org.apache.hadoop.hdfs.server.namenode.snapshot.FileWithSnapshotFeature;

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

  private ReclaimedSpace(INodeFile file, INode.ReclaimContext context) {
    this.file = file;
    this.context = context;
    this.spaceBefore = file.storagespaceConsumedStriped().getStorageSpace();
    this.reclaimedBefore = context.quotaDelta().getCountsCopy().getStorageSpace();
  }

  /**
   * @return null where the file is not decoupled
   */
  public static ReclaimedSpace before(INodeFile file, INode.ReclaimContext context) {
    return DecoupledFile.isDecoupled(file) ? new ReclaimedSpace(file, context) : null;
  }

  /** Corrects what was added to the reclaimed space since {@link #before}. */
  public static void settle(ReclaimedSpace reclaimed) {
    if (reclaimed == null) {
      return;
    }
    reclaimed.dropOpenParity();
    INode.QuotaDelta delta = reclaimed.context.quotaDelta();
    long counted = delta.getCountsCopy().getStorageSpace() - reclaimed.reclaimedBefore;
    long right =
        reclaimed.spaceBefore - reclaimed.file.storagespaceConsumedStriped().getStorageSpace();
    delta.add(new QuotaCounts.Builder().storageSpace(right - counted).build());
  }

  /** As upstream does with an open block of a file that lives on in snapshots only. */
  private void dropOpenParity() {
    FileWithSnapshotFeature snapshots = file.getFileWithSnapshotFeature();
    if (file.isUnderConstruction() && snapshots != null && snapshots.isCurrentFileDeleted()) {
      DecoupledNamespace.collectOpenParity(file, context.collectedBlocks());
    }
  }
}
