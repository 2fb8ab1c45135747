package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetAsyncDiskService.ReplicaFileDeleteTask;

/**
 * Why: files of a deleted replica are deleted later, by their paths, which a new replica of the
 * same block may have by then: a repaired member lost its checksums.
 * Ladder: private methods of an inner class that upstream constructs itself.
 * Gone when: HDFS renames what it deletes later.
 */
aspect FsDatasetAsyncDiskServiceFixes {

  // Next to HDFS: whoever else advises the same place advises the corrected one.
  declare precedence : *, FsDatasetAsyncDiskServiceFixes;

  // fix: only what was renamed is deleted later
  pointcut deleteFiles(ReplicaFileDeleteTask task) :
      execution(private boolean FsDatasetAsyncDiskService.ReplicaFileDeleteTask.deleteFiles())
      && this(task);

  boolean around(ReplicaFileDeleteTask task) : deleteFiles(task) {
    return LateDeletion.isCorrected(task) ? LateDeletion.delete(task) : proceed(task);
  }

  // fix: what is deleted later is renamed first, as a new replica may have its name by then
  pointcut moveFiles(ReplicaFileDeleteTask task) :
      execution(private boolean FsDatasetAsyncDiskService.ReplicaFileDeleteTask.moveFiles())
      && this(task);

  boolean around(ReplicaFileDeleteTask task) : moveFiles(task) {
    return LateDeletion.isCorrected(task) ? LateDeletion.keep(task) : proceed(task);
  }

  // fix: the NameNode is told of a deletion once the file is gone
  pointcut tellDeleted(ReplicaFileDeleteTask task) :
      call(public void DataNode.notifyNamenodeDeletedBlock(ExtendedBlock, String))
      && withincode(public void FsDatasetAsyncDiskService.ReplicaFileDeleteTask.run())
      && this(task);

  void around(ReplicaFileDeleteTask task) : tellDeleted(task) {
    if (LateDeletion.isCorrected(task)) {
      LateDeletion.tell(task);
    } else {
      proceed(task);
    }
  }
}
