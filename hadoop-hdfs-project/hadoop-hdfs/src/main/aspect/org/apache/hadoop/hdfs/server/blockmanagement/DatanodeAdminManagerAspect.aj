package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.file.DecoupledFile;

/**
 * Why: nobody waits for block groups that files do not have yet.
 * Ladder: a method of a class that upstream constructs itself.
 * Gone when: HDFS asks a file which of its block groups count.
 */
aspect DatanodeAdminManagerAspect {

  // transition: nobody waits for block groups that files do not have yet
  pointcut isSufficient(BlockInfo block, BlockCollection file) :
      execution(protected boolean DatanodeAdminManager.isSufficient(BlockInfo, BlockCollection,
          NumberReplicas, boolean, boolean))
      && args(block, file, NumberReplicas, boolean, boolean);

  boolean around(BlockInfo block, BlockCollection file) : isSufficient(block, file) {
    return DecoupledFile.isComing(block, file) || proceed(block, file);
  }
}
