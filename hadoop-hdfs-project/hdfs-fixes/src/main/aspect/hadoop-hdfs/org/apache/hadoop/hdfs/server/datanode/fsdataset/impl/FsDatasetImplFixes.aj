package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import io.okapifs.hdfs.fix.UpstreamFix;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;

/**
 * Why: a volume with replicas may be put back, by which a DataNode held its lock for ever.
 * Ladder: a private method of the dataset.
 * Gone when: HDFS-17756 is in.
 */
aspect FsDatasetImplFixes {

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
