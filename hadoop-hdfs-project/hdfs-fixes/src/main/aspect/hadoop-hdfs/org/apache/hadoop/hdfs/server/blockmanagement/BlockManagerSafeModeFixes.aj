package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.fix.SafeModeReplicas;

/**
 * Why: safe mode took a block off its count twice that was left on nodes being decommissioned.
 * Ladder: a method of a class that upstream constructs itself.
 * Gone when: HDFS counts a block in and out by the same replicas.
 */
aspect BlockManagerSafeModeFixes {

  // fix: safe mode counted a block with a leaving replica off twice
  pointcut countLeft(BlockManager blocks, BlockInfo block) :
      call(public NumberReplicas BlockManager.countNodes(BlockInfo))
      && withincode(synchronized void BlockManagerSafeMode.decrementSafeBlockCount(BlockInfo))
      && target(blocks) && args(block);

  NumberReplicas around(BlockManager blocks, BlockInfo block) : countLeft(blocks, block) {
    return SafeModeReplicas.afterLoss(blocks, block, proceed(blocks, block));
  }
}
