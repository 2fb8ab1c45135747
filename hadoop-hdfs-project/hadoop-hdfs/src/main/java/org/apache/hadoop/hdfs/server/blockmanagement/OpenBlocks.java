package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.OpenFiles;
import org.apache.hadoop.hdfs.util.LightWeightHashSet;
import org.apache.hadoop.hdfs.util.LightWeightLinkedSet;

/**
 * Nodes that are to leave and have blocks which are being written. HDFS decides by the blocks that a
 * node has reported as complete, and lets a node go that alone has bytes which a writer was told are
 * stored. Here it stays until those blocks are complete, and copied as any others, or their lease is
 * recovered. One per block manager, under the namesystem's lock.
 */
public final class OpenBlocks {

  /** Whether nodes stay for coupled and replicated files as well, as in HDFS-17658. */
  public static final String OTHERS_KEY = "dfs.namenode.ec.fix.hdfs-17658.enabled";

  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private Map<String, Set<Long>> byNode;
  private long sinceNanos;

  /** Whether a node that is to leave, and might, has to stay for files that are open. */
  boolean hold(BlockManager blocks, DatanodeDescriptor node) {
    if (!node.isDecommissionInProgress() && !node.isEnteringMaintenance()) {
      return false;
    }
    Set<Long> files = current(blocks).getOrDefault(node.getDatanodeUuid(), Set.of());
    if (files.isEmpty()) {
      return false;
    }
    LightWeightHashSet<Long> open = new LightWeightLinkedSet<>();
    open.addAll(files);
    node.getLeavingServiceStatus().set(files.size(), open, files.size(), 0);
    return true;
  }

  /** One look at all leases serves all nodes of a round. */
  private Map<String, Set<Long>> current(BlockManager blocks) {
    long now = System.nanoTime();
    if (byNode == null || now - sinceNanos > FRESH_NANOS) {
      Configuration conf = OwnNameNode.conf(blocks);
      byNode =
          OpenFiles.byNode(
              (FSNamesystem) OwnNameNode.namesystem(blocks), conf.getBoolean(OTHERS_KEY, false));
      sinceNanos = now;
    }
    return byNode;
  }
}
