package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.PrivateField;
import io.okapifs.Woven;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.PendingDataNodeMessages.ReportedBlockInfo;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * What HDFS keeps private of its block manager. No decision is taken here. Callers hold the
 * namesystem's lock as HDFS does: to change anything the write lock.
 */
public final class BlockManagerWindow {

  private static final VarHandle MESSAGES =
      PrivateField.of(BlockManager.class, "pendingDNMessages", PendingDataNodeMessages.class);

  private static final VarHandle EXCESS =
      PrivateField.of(BlockManager.class, "excessRedundancyMap", ExcessRedundancyMap.class);

  private BlockManagerWindow() {}

  /** Of the NameNode around a block manager, which knows it by its DataNodes alone. */
  public static Namesystem namesystem(BlockManager blocks) {
    return DatanodeWindow.namesystem(blocks.getDatanodeManager());
  }

  /** The settings of the NameNode. */
  public static Configuration conf(BlockManager blocks) {
    return DatanodeWindow.conf(blocks.getDatanodeManager());
  }

  /** Answers a question under the lock for reading, which HDFS does not always hold. */
  public static <T> T read(BlockManager blocks, Supplier<T> question) {
    Namesystem namesystem = namesystem(blocks);
    if (namesystem.hasReadLock()) {
      return question.get();
    }
    namesystem.readLock();
    try {
      return question.get();
    } finally {
      namesystem.readUnlock();
    }
  }

  /** All blocks. It may be kept while blocks come and go, as HDFS's own scans keep it. */
  public static Iterator<BlockInfo> allBlocks(BlockManager blocks) {
    return blocks.blocksMap.getBlocks().iterator();
  }

  /** The file of a block; null where it has none. */
  public static BlockCollection fileOf(BlockManager blocks, BlockInfo block) {
    return blocks.getBlockCollection(block);
  }

  /** Whether a node's replica of a block was found corrupt. */
  public static boolean isCorrupt(BlockManager blocks, Block block, DatanodeDescriptor node) {
    return blocks.corruptReplicas.isReplicaCorrupt(block, node);
  }

  /** How many replicas of a block were found corrupt. */
  public static int corruptReplicas(BlockManager blocks, Block block) {
    return blocks.corruptReplicas.numCorruptReplicas(block);
  }

  /** Whether there is any block of which a replica was found corrupt. */
  public static boolean hasCorruptReplicas(BlockManager blocks) {
    return blocks.corruptReplicas.size() > 0;
  }

  public static boolean liesWell(BlockManager blocks, BlockInfo block) {
    return blocks.isPlacementPolicySatisfied(block);
  }

  /** Has a node told to delete a replica. */
  public static void delete(BlockManager blocks, Block replica, DatanodeInfo node) {
    blocks.addToInvalidates(replica, node);
  }

  /** Has a replica of a block group deleted that is one too many. */
  public static void removeExcess(
      BlockManager blocks, BlockInfoStriped block, DatanodeStorageInfo storage) {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    ((ExcessRedundancyMap) EXCESS.get(blocks)).add(node, block);
    blocks.addToInvalidates(StripedBlockWindow.replicaOn(block, storage), node);
  }

  /** Has a block looked at again later for replicas in excess. */
  public static void postpone(BlockManager blocks, Block block) {
    blocks.postponeBlock(block);
  }

  /** Of how many blocks a node has replicas in excess. */
  public static int excessBlocks(BlockManager blocks, DatanodeDescriptor node) {
    return blocks.getExcessSize4Testing(node.getDatanodeUuid());
  }

  /** Whether this NameNode is a standby, whose knowledge may be older than a report. */
  public static boolean isBehind(BlockManager blocks) {
    return blocks.getShouldPostponeBlocksFromFuture();
  }

  /** Reports that were kept, without those of deletions that a condition names. */
  @Woven
  static Iterable<ReportedBlockInfo> withoutDeletions(
      Iterable<ReportedBlockInfo> kept, BiPredicate<Block, DatanodeDescriptor> condition) {
    return () ->
        StreamSupport.stream(kept.spliterator(), false)
            .filter(
                report ->
                    report.getReportedState() != null
                        || !condition.test(
                            report.getBlock(), report.getStorageInfo().getDatanodeDescriptor()))
            .iterator();
  }

  /** Keeps a report until there is news of its block, or this NameNode becomes active. */
  public static void keepReport(
      BlockManager blocks, DatanodeStorageInfo storage, Block reported, ReplicaState state) {
    ((PendingDataNodeMessages) MESSAGES.get(blocks))
        .enqueueReportedBlock(storage, reported, state);
  }
}
