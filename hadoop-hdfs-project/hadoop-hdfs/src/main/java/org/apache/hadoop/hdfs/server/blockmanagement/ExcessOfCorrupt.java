package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.seam.PrivateField;
import java.lang.invoke.VarHandle;

/**
 * Takes the mark of excess off a replica of a block group that was found corrupt and is told to go.
 * Upstream forgets the replica first and then does not get to the mark, which is of the node and the
 * group.
 */
public final class ExcessOfCorrupt {

  private static final VarHandle EXCESS =
      PrivateField.of(BlockManager.class, "excessRedundancyMap", ExcessRedundancyMap.class);

  private ExcessOfCorrupt() {}

  /** After a replica on a node was marked as corrupt, under the write lock. */
  @Woven
  public static void forget(BlockManager blocks, BlockInfo block, DatanodeDescriptor node) {
    if (block.isStriped()
        && block.findStorageInfo(node) == null
        && UpstreamFix.EXCESS_OF_CORRUPT.isOn(OwnNameNode.conf(blocks))) {
      ((ExcessRedundancyMap) EXCESS.get(blocks)).remove(node, block);
    }
  }
}
