package io.okapifs.hdfs.namenode.fix;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CountsWindow;

/**
 * Excess replicas of block groups that need repair when all are looked at, or those whose nodes had
 * not reported. Upstream looks at the excess of such a group only once another of its blocks is
 * reported. A decoupled group may need repair for a block of another group, and no report of that
 * one leads back to it.
 */
public final class PostponedExcess {

  private PostponedExcess() {}

  /** Whether a block group that needs repair has excess, under the write lock. */
  @Woven
  public static boolean remains(BlockManager blocks, BlockInfo block) {
    return block.isStriped()
        && !block.isDeleted()
        && blocks.countNodes(block).redundantInternalBlocks() > 0
        && UpstreamFix.POSTPONED_EXCESS.isOn(CountsWindow.conf(blocks));
  }
}
