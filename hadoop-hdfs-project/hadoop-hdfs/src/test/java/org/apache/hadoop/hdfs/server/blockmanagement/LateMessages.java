package org.apache.hadoop.hdfs.server.blockmanagement;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;

/** What a node reports while its NameNode is behind, and that is taken in later. */
public final class LateMessages {

  private LateMessages() {}

  /**
   * A NameNode that is behind its journal hears of an internal block that a node got and of one
   * that it deleted, in this order. Until now it knew of no block of the group on that node.
   */
  public static void receivedAndDeleted(
      FSNamesystem namesystem, DatanodeInfo node, ExtendedBlock received, ExtendedBlock deleted)
      throws IOException {
    namesystem.writeLock();
    try {
      takeBack(namesystem, node, received);
      takeInLate(
          namesystem.getBlockManager(), node,
          message(received, BlockStatus.RECEIVED_BLOCK),
          message(deleted, BlockStatus.DELETED_BLOCK));
    } finally {
      namesystem.writeUnlock();
    }
  }

  /** The same, of a block that was deleted. */
  public static void deleted(FSNamesystem namesystem, DatanodeInfo node, ExtendedBlock deleted)
      throws IOException {
    namesystem.writeLock();
    try {
      takeInLate(
          namesystem.getBlockManager(), node, message(deleted, BlockStatus.DELETED_BLOCK));
    } finally {
      namesystem.writeUnlock();
    }
  }

  /** As if a node had not reported a block yet. */
  public static void takeBack(FSNamesystem namesystem, DatanodeInfo node, ExtendedBlock block)
      throws IOException {
    namesystem.writeLock();
    try {
      BlockManager blocks = namesystem.getBlockManager();
      blocks.removeStoredBlock(
          blocks.getStoredBlock(block.getLocalBlock()),
          blocks.getDatanodeManager().getDatanode(node));
    } finally {
      namesystem.writeUnlock();
    }
  }

  /** As if an internal block lay on another node; nobody else knows. */
  public static void move(
      FSNamesystem namesystem, ExtendedBlock block, DatanodeInfo from, DatanodeInfo to)
      throws IOException {
    takeBack(namesystem, from, block);
    namesystem.writeLock();
    try {
      BlockManager blocks = namesystem.getBlockManager();
      DatanodeDescriptor node = blocks.getDatanodeManager().getDatanode(to);
      blocks.processIncrementalBlockReport(
          node,
          new StorageReceivedDeletedBlocks(
              new DatanodeStorage(node.getStorageInfos()[0].getStorageID()),
              new ReceivedDeletedBlockInfo[] {message(block, BlockStatus.RECEIVED_BLOCK)}));
    } finally {
      namesystem.writeUnlock("LateMessages");
    }
  }

  private static ReceivedDeletedBlockInfo message(ExtendedBlock block, BlockStatus status) {
    return new ReceivedDeletedBlockInfo(new Block(block.getLocalBlock()), status, null);
  }

  private static void takeInLate(
      BlockManager blocks, DatanodeInfo node, ReceivedDeletedBlockInfo... messages)
      throws IOException {
    DatanodeDescriptor holder = blocks.getDatanodeManager().getDatanode(node);
    BlockIdManager ids = blocks.getBlockIdManager();
    long stamp = ids.getGenerationStamp();
    int before = blocks.getPendingDataNodeMessageCount();
    ids.setGenerationStamp(0);
    blocks.setPostponeBlocksFromFuture(true);
    try {
      blocks.processIncrementalBlockReport(
          holder,
          new StorageReceivedDeletedBlocks(
              new DatanodeStorage(holder.getStorageInfos()[0].getStorageID()), messages));
    } finally {
      ids.setGenerationStamp(stamp);
      blocks.setPostponeBlocksFromFuture(false);
    }
    int waiting = blocks.getPendingDataNodeMessageCount() - before;
    if (waiting != messages.length) {
      throw new IllegalStateException(
          "not all messages wait for the journal: messages=" + List.of(messages) + ", waiting="
              + waiting);
    }
    blocks.processAllPendingDNMessages();
  }
}
