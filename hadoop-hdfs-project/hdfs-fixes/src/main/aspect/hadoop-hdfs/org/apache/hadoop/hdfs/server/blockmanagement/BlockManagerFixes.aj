package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.fix.PostponedExcess;

/**
 * Why: excess blocks of a group that needed repair when they were looked at stayed for ever.
 * Ladder: a private method of a class that upstream constructs itself.
 * Gone when: HDFS keeps such a block in the list that it looks through again.
 */
aspect BlockManagerFixes {

  // fix: excess replicas of a group that needs repair are kept and looked at again
  pointcut scanPostponed(BlockManager blocks, BlockInfo block) :
      call(private BlockManager.MisReplicationResult BlockManager.processMisReplicatedBlock(
          BlockInfo))
      && withincode(void BlockManager.rescanPostponedMisreplicatedBlocks())
      && this(blocks)
      && args(block);

  BlockManager.MisReplicationResult around(BlockManager blocks, BlockInfo block) :
      scanPostponed(blocks, block) {
    BlockManager.MisReplicationResult result = proceed(blocks, block);
    return result == BlockManager.MisReplicationResult.UNDER_REPLICATED
            && PostponedExcess.remains(blocks, block)
        ? BlockManager.MisReplicationResult.POSTPONE
        : result;
  }
}
