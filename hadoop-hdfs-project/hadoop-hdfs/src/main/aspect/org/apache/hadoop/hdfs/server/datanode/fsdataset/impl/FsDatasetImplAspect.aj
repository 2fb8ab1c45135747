package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;

/**
 * Why: the space of a block with two names is charged once, also where one of them moves to another
 * volume.
 * Ladder: a private method of the dataset.
 * Gone when: HDFS knows replicas that are links.
 */
aspect FsDatasetImplAspect {

  // transition: a block with two names is charged once, also where one moves
  pointcut removeMoved(String poolId, ReplicaInfo moved) :
      execution(private void FsDatasetImpl.cleanupReplica(String, ReplicaInfo))
      && args(poolId, moved);

  void around(String poolId, ReplicaInfo moved) : removeMoved(poolId, moved) {
    ReplicaLinks.unlink(moved, poolId, () -> {
      proceed(poolId, moved);
      return true;
    });
  }
}
