package io.okapifs.hdfs.namenode.fix;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CountsWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Takes the mark of excess off a replica of a block group that was found corrupt and is told to go.
 * Upstream forgets the replica first and then does not get to the mark, which is of the node and
 * the group.
 */
public final class ExcessOfCorrupt {

  private ExcessOfCorrupt() {}

  /** After a replica on a node was marked as corrupt, under the write lock. */
  @Woven
  public static void forget(BlockManager blocks, BlockInfo block, DatanodeDescriptor node) {
    if (block.isStriped()
        && !CountsWindow.isOn(block, node)
        && UpstreamFix.EXCESS_OF_CORRUPT.isOn(CountsWindow.conf(blocks))) {
      CountsWindow.unmarkExcess(blocks, block, node);
    }
  }
}
