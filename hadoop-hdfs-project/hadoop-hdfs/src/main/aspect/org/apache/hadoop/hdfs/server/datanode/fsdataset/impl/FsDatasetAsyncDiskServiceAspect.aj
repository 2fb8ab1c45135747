package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetAsyncDiskService.ReplicaFileDeleteTask;

/**
 * Why: the space of a block with two names is charged once, also where one of them is deleted.
 * Ladder: private methods of an inner class that upstream constructs itself.
 * Gone when: HDFS knows replicas that are links.
 */
aspect FsDatasetAsyncDiskServiceAspect {

  // transition: a block with two names is charged once
  pointcut deleteFiles(ReplicaFileDeleteTask task) :
      execution(private boolean FsDatasetAsyncDiskService.ReplicaFileDeleteTask.deleteFiles())
      && this(task);

  boolean around(ReplicaFileDeleteTask task) : deleteFiles(task) {
    return ReplicaLinks.isLinked(task) ? ReplicaLinks.delete(task) : proceed(task);
  }

  // transition: a block with two names is charged once, also in upgrades
  pointcut moveFiles(ReplicaFileDeleteTask task) :
      execution(private boolean FsDatasetAsyncDiskService.ReplicaFileDeleteTask.moveFiles())
      && this(task);

  boolean around(ReplicaFileDeleteTask task) : moveFiles(task) {
    return ReplicaLinks.isLinked(task) ? ReplicaLinks.keep(task) : proceed(task);
  }
}
