package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import io.okapifs.hdfs.fix.UpstreamFix;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;

/**
 * Why: the space of a block with two names is charged once, also where one of them moves to another
 * volume; and a volume with replicas may be put back, by which a DataNode held its lock for ever.
 * Ladder: private methods of the dataset.
 * Gone when: HDFS knows replicas that are links, and HDFS-17756 is in.
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

  // fix: a volume that is put back held the lock of its DataNode for ever
  pointcut mergeNew(FsDatasetImpl dataset, ReplicaMap all, ReplicaMap added) :
      call(void ReplicaMap.mergeAll(ReplicaMap))
      && withincode(private void FsDatasetImpl.activateVolume(ReplicaMap,
          Storage.StorageDirectory, StorageType, FsVolumeReference))
      && this(dataset) && target(all) && args(added);

  void around(FsDatasetImpl dataset, ReplicaMap all, ReplicaMap added) :
      mergeNew(dataset, all, added) {
    if (!UpstreamFix.HDFS_17756.isOn(dataset.datanode.getConf())) {
      proceed(dataset, all, added);
      return;
    }
    for (String pool : added.getBlockPoolList()) {
      // A replica that is put into one map loses its successor in the other.
      List.copyOf(added.replicas(pool)).forEach(replica -> all.add(pool, replica));
    }
  }
}
