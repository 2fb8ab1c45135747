package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;

/**
 * What HDFS keeps private of blocks. No decision is taken here. Callers hold the namesystem's lock
 * as HDFS does: to change anything the write lock.
 */
public final class StripedBlockWindow {

  private StripedBlockWindow() {}

  /** The id of the block group that an id of an internal block belongs to. */
  public static long groupId(long blockId) {
    return BlockIdManager.convertToStripedID(blockId);
  }

  /** The storage of a node that has a replica of a block; null where it has none. */
  public static DatanodeStorageInfo storageOn(BlockInfo block, DatanodeDescriptor node) {
    return block.findStorageInfo(node);
  }

  /** The storage in a slot; null where it is free. */
  public static DatanodeStorageInfo storageAt(BlockInfoStriped group, int slot) {
    return group.getStorageInfo(slot);
  }

  /** Which internal block of a group the storage in a slot has; negative where the slot is free. */
  public static int indexAt(BlockInfoStriped group, int slot) {
    return StorageSlots.indices(group)[slot];
  }

  /** The internal block of a group that a storage has. */
  public static Block replicaOn(BlockInfoStriped group, DatanodeStorageInfo storage) {
    return group.getBlockOnStorage(storage);
  }

  /** A block group that was committed is complete from now on. */
  public static void complete(BlockInfoStriped group) {
    group.convertToCompleteBlock();
  }

  /** Adds a finalized replica to those that are expected of a block group under construction. */
  public static void expect(BlockInfoStriped group, DatanodeStorageInfo storage) {
    group
        .getUnderConstructionFeature()
        .addReplicaIfNotPresent(storage, replicaOn(group, storage), ReplicaState.FINALIZED);
  }
}
