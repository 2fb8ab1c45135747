package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.allocate.DecoupledNamespace;
import io.okapifs.hdfs.namenode.allocate.ReclaimedSpace;

/**
 * Why: parity groups stand beside the block list, so deletion and space accounting must be told
 * of them.
 * Ladder: the inode's class is fixed.
 * Gone when: HDFS keeps parity groups in the inode.
 */
aspect INodeFileAspect {

  // file: parity groups are deleted with their file
  pointcut clearFile(INodeFile file, INode.ReclaimContext context) :
      execution(public void INodeFile.clearFile(INode.ReclaimContext))
      && this(file)
      && args(context);

  before(INodeFile file, INode.ReclaimContext context) : clearFile(file, context) {
    DecoupledNamespace.collectParity(file, context.collectedBlocks());
  }

  // file: parity groups go with stripes that are dropped
  pointcut dropStripes(INodeFile file, INode.BlocksMapUpdateInfo collected) :
      execution(public long INodeFile.collectBlocksBeyondMax(long, INode.BlocksMapUpdateInfo,
          java.util.Set))
      && this(file)
      && args(long, collected, java.util.Set);

  long around(INodeFile file, INode.BlocksMapUpdateInfo collected) : dropStripes(file, collected) {
    int stripes = DecoupledNamespace.stripeCount(file);
    long size = proceed(file, collected);
    DecoupledNamespace.collectParityBeyond(file, stripes, collected);
    return size;
  }

  // file: parity groups count as space
  pointcut spaceConsumed(INodeFile file) :
      execution(public final QuotaCounts INodeFile.storagespaceConsumedStriped()) && this(file);

  after(INodeFile file) returning(QuotaCounts counts) : spaceConsumed(file) {
    counts.addStorageSpace(DecoupledNamespace.paritySpace(file));
  }

  // file: what a deletion frees is settled with both lists
  pointcut clean(INodeFile file, INode.ReclaimContext context, int snapshotId) :
      execution(public void INodeFile.cleanSubtree(INode.ReclaimContext, int, int))
      && this(file)
      && args(context, snapshotId, int);

  void around(INodeFile file, INode.ReclaimContext context, int snapshotId) :
      clean(file, context, snapshotId) {
    ReclaimedSpace reclaimed = ReclaimedSpace.before(file, context, snapshotId);
    proceed(file, context, snapshotId);
    ReclaimedSpace.settle(reclaimed);
  }

  // file: HDFS deletes no striped file that a snapshot has a block list of
  pointcut recordChange(INodeFile file, boolean withBlocks) :
      execution(public void INodeFile.recordModification(int, boolean))
      && this(file)
      && args(int, withBlocks);

  void around(INodeFile file, boolean withBlocks) : recordChange(file, withBlocks) {
    proceed(file, DecoupledNamespace.recordsBlocks(file, withBlocks));
  }
}
