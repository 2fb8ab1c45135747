package org.apache.hadoop.hdfs.server.blockmanagement;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;

/** A deletion that a node reports while its NameNode is behind, and that is taken in later. */
public final class LateDeletion {

  private LateDeletion() {}

  /**
   * Reports one.
   *
   * @param blockId of an internal block
   */
  public static void report(FSNamesystem namesystem, long blockId, DatanodeInfo node)
      throws IOException {
    BlockManager blocks = namesystem.getBlockManager();
    DatanodeDescriptor holder = blocks.getDatanodeManager().getDatanode(node);
    Block fromFuture = new Block(blockId, 0, Long.MAX_VALUE);
    namesystem.writeLock();
    try {
      blocks.setPostponeBlocksFromFuture(true);
      blocks.processIncrementalBlockReport(
          holder,
          new StorageReceivedDeletedBlocks(
              new DatanodeStorage(
                  holder.getStorageInfos()[0].getStorageID()),
              new ReceivedDeletedBlockInfo[] {
                new ReceivedDeletedBlockInfo(fromFuture, BlockStatus.DELETED_BLOCK, null)
              }));
      blocks.setPostponeBlocksFromFuture(false);
      blocks.processAllPendingDNMessages();
    } finally {
      blocks.setPostponeBlocksFromFuture(false);
      namesystem.writeUnlock();
    }
  }
}
