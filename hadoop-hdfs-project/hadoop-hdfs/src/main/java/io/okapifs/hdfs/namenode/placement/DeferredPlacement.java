package io.okapifs.hdfs.namenode.placement;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;

/**
 * While HDFS adds a replica it asks whether the block group lies well. A node that comes back has a
 * million replicas, so a decoupled group is said to lie well then. Each is judged once, by the next
 * round.
 *
 * <p>Under the namesystem's write lock; asked under either.
 */
public final class DeferredPlacement {

  private boolean isDeferred;

  private static DeferredPlacement of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(DeferredPlacement.class);
  }

  /** Before a replica is added. */
  @Woven
  public static void begin(BlockManager blocks, BlockInfo block) {
    if (block instanceof BlockInfoDecoupled) {
      of(blocks).isDeferred = true;
    }
  }

  /** After it was, or could not be. */
  @Woven
  public static void end(BlockManager blocks, BlockInfo block) {
    if (block instanceof BlockInfoDecoupled) {
      of(blocks).isDeferred = false;
    }
  }

  static boolean isUnderWay(BlockManager blocks) {
    return of(blocks).isDeferred;
  }
}
