package io.okapifs.hdfs.namenode.health;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;

/**
 * What a NameNode may know against a replica of a block group that was reported to it. Asked by
 * {@link ReplicaQuestion} alone, but where a decision is about the very fact. Under the
 * namesystem's lock.
 */
public enum ReplicaFact {

  /** Its storage has failed. */
  FAILED((blocks, block, storage) -> DatanodeWindow.isFailed(storage)),

  /** Its storage can be read only, and is shared with other nodes. */
  READ_ONLY(
      (blocks, block, storage) ->
          !DatanodeWindow.isNormal(storage) && !DatanodeWindow.isFailed(storage)),

  /** Its node is dead. */
  DEAD((blocks, block, storage) -> !node(storage).isAlive()),

  /** Its node is in maintenance, and switched off perhaps. */
  IN_MAINTENANCE((blocks, block, storage) -> node(storage).isInMaintenance()),

  /** Its node is being decommissioned, was, or is about to be in maintenance. */
  LEAVING(
      (blocks, block, storage) ->
          !node(storage).isInService() && !node(storage).isInMaintenance()),

  /** It was found corrupt. */
  CORRUPT(
      (blocks, block, storage) -> BlockManagerWindow.isCorrupt(blocks, block, node(storage))),

  /** It is one too many, and its node is told to delete it. */
  EXCESS((blocks, block, storage) -> blocks.isExcess(node(storage), block)),

  /** Its node has not reported all it has since this NameNode became active. */
  STALE((blocks, block, storage) -> storage.areBlockContentsStale()),

  /** Its node may still carry out an earlier order to delete it. */
  ORDERED((blocks, block, storage) -> DeletionOrders.isOutstanding(blocks, block, storage));

  private interface Look {
    boolean at(BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage);
  }

  private final Look look;

  ReplicaFact(Look look) {
    this.look = look;
  }

  /** Whether it is about the storage and its node; those facts come first. */
  boolean isOfPlace() {
    return compareTo(LEAVING) <= 0;
  }

  /** Whether no fact about the storage and its node holds, by one look at each. */
  static boolean isPlaceFine(DatanodeStorageInfo storage) {
    DatanodeDescriptor node = node(storage);
    return DatanodeWindow.isNormal(storage) && node.isAlive() && node.isInService();
  }

  private static DatanodeDescriptor node(DatanodeStorageInfo storage) {
    return storage.getDatanodeDescriptor();
  }

  /** Whether it is so of the replica of a block on a storage. */
  public boolean holds(BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage) {
    return look.at(blocks, block, storage);
  }
}
