package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.file.OpenFiles;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.LightWeightHashSet;

/**
 * Nodes that are to leave and have blocks which are being written. HDFS decides by the blocks that
 * a node has reported as complete, and lets a node go that alone has bytes which a writer was told
 * are stored. Here it stays until those blocks are complete, and copied as any others, or their
 * lease is recovered. One per block manager, under the namesystem's lock.
 */
public final class OpenBlocks {

  /** Whether nodes stay for coupled and replicated files as well, as in HDFS-17658. */
  public static final String OTHERS_KEY = "dfs.namenode.ec.fix.hdfs-17658.enabled";

  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private Map<String, Set<Long>> byNode;
  private long sinceNanos;

  /** The ids of open files for which a node that is to leave, and might, has to stay. */
  @Woven
  public static Set<Long> holding(BlockManager blocks, DatanodeDescriptor node) {
    return node.isDecommissionInProgress() || node.isEnteringMaintenance()
        ? OkapiParts.of(blocks).get(OpenBlocks.class).current(blocks)
            .getOrDefault(node.getDatanodeUuid(), Set.of())
        : Set.of();
  }

  /**
   * Adds the files that hold a node to those that a monitor found.
   *
   * @return how many it had not found
   */
  @Woven
  public static int addAll(LightWeightHashSet<Long> found, Set<Long> holding) {
    int before = found.size();
    found.addAll(holding);
    return found.size() - before;
  }

  /** One look at all leases serves all nodes of a round. */
  private Map<String, Set<Long>> current(BlockManager blocks) {
    long now = System.nanoTime();
    if (byNode == null || now - sinceNanos > FRESH_NANOS) {
      Configuration conf = BlockManagerWindow.conf(blocks);
      byNode =
          OpenFiles.byNode(
              (FSNamesystem) BlockManagerWindow.namesystem(blocks),
              conf.getBoolean(OTHERS_KEY, false));
      sinceNanos = now;
    }
    return byNode;
  }
}
