package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterators;

/**
 * What HDFS keeps private of DataNodes and their storages. No decision is taken here. Callers hold
 * the namesystem's lock as HDFS does: to change anything the write lock.
 */
public final class DatanodeWindow {

  private DatanodeWindow() {}

  /** Of the NameNode that knows these nodes. */
  public static Namesystem namesystem(DatanodeManager nodes) {
    return nodes.getHeartbeatManager().namesystem;
  }

  /** The block manager that these nodes belong to. */
  public static BlockManager blocks(DatanodeManager nodes) {
    return ((FSNamesystem) namesystem(nodes)).getBlockManager();
  }

  /** The settings of the NameNode. */
  public static Configuration conf(DatanodeManager nodes) {
    // The one part of the block manager that hands it out.
    return nodes.getHostConfigManager().getConf();
  }

  /**
   * How many nodes may get blocks, between two heartbeats: during one HDFS takes its node out of
   * the numbers and puts it back.
   */
  public static int inService(BlockManager blocks) {
    HeartbeatManager heartbeats = blocks.getDatanodeManager().getHeartbeatManager();
    synchronized (heartbeats) {
      return heartbeats.getNumDatanodesInService();
    }
  }

  /** Nodes that are not dead. */
  public static List<DatanodeDescriptor> live(DatanodeManager nodes) {
    return Arrays.asList(nodes.getHeartbeatManager().getDatanodes());
  }

  /** Whether a node was not heard of lately. */
  public static boolean isStale(DatanodeManager nodes, DatanodeDescriptor node) {
    return node.isStale(nodes.getStaleInterval());
  }

  /** Whether a storage works and is written to. */
  public static boolean isNormal(DatanodeStorageInfo storage) {
    return storage.getState() == DatanodeStorage.State.NORMAL;
  }

  public static boolean isFailed(DatanodeStorageInfo storage) {
    return storage.getState() == DatanodeStorage.State.FAILED;
  }

  /** Blocks that a node is known to have replicas of; the list may be kept. */
  public static List<BlockInfo> allBlocksOn(DatanodeDescriptor node) {
    List<BlockInfo> all = new ArrayList<>(node.numBlocks());
    node.getBlockIterator().forEachRemaining(all::add);
    return all;
  }

  /**
   * Blocks on the storages of a node that have reported all they have, once around.
   *
   * @param start how many of them come last
   */
  public static Iterator<BlockInfo> certainBlocksOn(DatanodeDescriptor node, int start) {
    DatanodeStorageInfo[] certain =
        Arrays.stream(node.getStorageInfos())
            .filter(storage -> !storage.areBlockContentsStale())
            .toArray(DatanodeStorageInfo[]::new);
    return Iterators.concat(
        node.getBlockIterator(start, certain),
        Iterators.limit(node.getBlockIterator(0, certain), start));
  }

  /** How many storages of a node have reported all they have since it registered. */
  public static int reportedStorages(DatanodeDescriptor node) {
    int reported = 0;
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      reported += storage.getBlockReportCount() > 0 ? 1 : 0;
    }
    return reported;
  }

  /** Blocks that a storage is known to have replicas of. */
  public static Iterator<BlockInfo> blocksOn(DatanodeStorageInfo storage) {
    return storage.getBlockIterator();
  }

  /** Copies and repairs that a node has yet to fetch. */
  public static int waitingTasks(DatanodeDescriptor node) {
    return node.getNumberOfBlocksToBeReplicated() + node.getNumberOfBlocksToBeErasureCoded();
  }

  /**
   * Has a node told to do something, which takes the form of a repair.
   *
   * @param task what it is told, in the place of a policy
   */
  public static void addTask(
      DatanodeDescriptor node, ExtendedBlock block, Collection<DatanodeDescriptor> sources,
      Collection<DatanodeStorageInfo> targets, ErasureCodingPolicy task) {
    node.addBlockToBeErasureCoded(
        block, sources.toArray(DatanodeDescriptor[]::new),
        targets.toArray(DatanodeStorageInfo[]::new), new byte[0], new byte[0], task);
  }

  /** Has a node told to recover an open block. */
  public static void addRecovery(DatanodeDescriptor node, BlockInfo open) {
    node.addBlockToBeRecovered(open);
  }
}
