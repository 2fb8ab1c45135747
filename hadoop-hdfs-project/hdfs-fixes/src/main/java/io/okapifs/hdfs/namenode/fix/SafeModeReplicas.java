package io.okapifs.hdfs.namenode.fix;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CountsWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;

/**
 * The replicas by which safe mode counts a block in HDFS's own layout. In the first report of a
 * node upstream counts those that can be read, also where the node is leaving; later ones and
 * losses it judges by live replicas, and deletions by all, so that a block may be taken off the
 * count twice. Here the first rule is the only one for blocks with replicas on such nodes.
 *
 * <p>Called under the namesystem's write lock.
 */
public final class SafeModeReplicas {

  private SafeModeReplicas() {}

  /** How many replicas count of a block, of which upstream counts so many. */
  @Woven
  public static int count(BlockManager blocks, BlockInfo block, int upstream) {
    return isOnLeavingNodes(blocks, blocks.countNodes(block))
        ? readable(blocks, block).liveReplicas()
        : upstream;
  }

  /** The replicas of a block that has just lost one, as upstream counts them or as they count. */
  @Woven
  public static NumberReplicas afterLoss(
      BlockManager blocks, BlockInfo block, NumberReplicas upstream) {
    return isOnLeavingNodes(blocks, upstream) ? readable(blocks, block) : upstream;
  }

  private static boolean isOnLeavingNodes(BlockManager blocks, NumberReplicas replicas) {
    return replicas.outOfServiceReplicas() > 0
        && UpstreamFix.SAFE_MODE_COUNT.isOn(CountsWindow.conf(blocks));
  }

  /** Counts as for the first report of a node. */
  private static NumberReplicas readable(BlockManager blocks, BlockInfo block) {
    return CountsWindow.countReadable(blocks, block);
  }
}
