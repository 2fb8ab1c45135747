package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.fs.StorageType;

/** What a NameNode knows of all storages together. */
public final class StorageCounts {

  private StorageCounts() {}

  /** Replicas of any block on storages of a type. */
  public static long replicasOn(BlockManager blocks, StorageType type) {
    long replicas = 0;
    for (DatanodeDescriptor node : DatanodeWindow.live(blocks.getDatanodeManager())) {
      for (DatanodeStorageInfo storage : node.getStorageInfos()) {
        replicas += storage.getStorageType() == type ? storage.numBlocks() : 0;
      }
    }
    return replicas;
  }
}
