package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.journal.DecoupledHeader;
import io.okapifs.hdfs.namenode.journal.MergedBlocks;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;

/**
 * Why: the journal keeps the stripe width, the guarded policy id and the parity groups of a file.
 * Ladder: the operations are built inside these methods.
 * Gone when: HDFS journals parity groups.
 */
aspect FSEditLogAspect {

  // journal: the block size of an edit carries the stripe width
  pointcut openedBlockSize(INodeFile file) :
      call(public long INodeFile.getPreferredBlockSize())
      && withincode(public void FSEditLog.logOpenFile(String, INodeFile, boolean, boolean))
      && target(file);

  long around(INodeFile file) : openedBlockSize(file) {
    return DecoupledHeader.persistedBlockSize(file);
  }

  // journal: the policy id is one that Apache's NameNode refuses
  pointcut openedPolicyId(INodeFile file) :
      call(public byte INodeFile.getErasureCodingPolicyID())
      && withincode(public void FSEditLog.logOpenFile(String, INodeFile, boolean, boolean))
      && target(file);

  byte around(INodeFile file) : openedPolicyId(file) {
    return DecoupledHeader.persistedPolicyId(file, proceed(file));
  }

  // journal: parity groups are journaled behind the blocks of an update
  pointcut updatedBlocks(INodeFile file) :
      call(public BlockInfo[] INodeFile.getBlocks())
      && withincode(public void FSEditLog.logUpdateBlocks(String, INodeFile, boolean))
      && target(file);

  BlockInfo[] around(INodeFile file) : updatedBlocks(file) {
    return MergedBlocks.journaled(file, proceed(file));
  }

  // journal: parity groups are journaled where a file is closed
  pointcut closedBlocks(INodeFile file) :
      call(public BlockInfo[] INodeFile.getBlocks())
      && withincode(public void FSEditLog.logCloseFile(String, INodeFile))
      && target(file);

  BlockInfo[] around(INodeFile file) : closedBlocks(file) {
    return MergedBlocks.journaled(file, proceed(file));
  }
}
