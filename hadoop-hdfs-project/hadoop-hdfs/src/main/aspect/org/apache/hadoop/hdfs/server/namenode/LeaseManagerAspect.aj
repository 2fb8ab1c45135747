package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.namenode.journal.MergedBlocks;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;

/**
 * Why: safe mode takes blocks under construction off its total, and parity groups are in that
 * total, as are block groups that files will have.
 * Ladder: the manager's class is fixed.
 * Gone when: HDFS keeps parity groups in the inode.
 */
privileged aspect LeaseManagerAspect {

  // health: open parity groups are no blocks that safe mode waits for
  pointcut openBlocks(INodeFile file) :
      call(public BlockInfo[] INodeFile.getBlocks())
      && withincode(synchronized long LeaseManager.getNumUnderConstructionBlocks())
      && target(file);

  BlockInfo[] around(INodeFile file) : openBlocks(file) {
    return MergedBlocks.merge(file, proceed(file));
  }

  // health: safe mode waits for no block groups that files will have
  pointcut countOpen(LeaseManager leases) :
      execution(synchronized long LeaseManager.getNumUnderConstructionBlocks()) && this(leases);

  long around(LeaseManager leases) : countOpen(leases) {
    return proceed(leases) + TransitionService.countComing(leases.fsnamesystem);
  }
}
