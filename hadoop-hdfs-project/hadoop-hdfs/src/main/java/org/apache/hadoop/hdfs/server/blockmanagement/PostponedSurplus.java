package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.fix.UpstreamFix;

/**
 * Surplus replicas of block groups whose nodes had not reported when they were found. Upstream looks
 * at such a group again in every round, but at its surplus only where it needs no repair, and then no
 * more until another of its blocks is reported.
 */
public final class PostponedSurplus {

  private PostponedSurplus() {}

  /** Whether a group that needs repair shall be looked at again, under the write lock. */
  public static boolean remains(BlockManager blocks, BlockInfo block) {
    return block.isStriped()
        && !block.isDeleted()
        && blocks.countNodes(block).redundantInternalBlocks() > 0
        && UpstreamFix.POSTPONED_SURPLUS.isOn(OwnNameNode.conf(blocks));
  }
}
