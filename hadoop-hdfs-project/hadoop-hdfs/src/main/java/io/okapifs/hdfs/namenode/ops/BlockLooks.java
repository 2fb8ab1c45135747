package io.okapifs.hdfs.namenode.ops;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;

/** Looks at many blocks, a few milliseconds of the namesystem's read lock at a time. */
final class BlockLooks {

  private static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final BlockManager blocks;
  private final long[] ids;
  private final Consumer<BlockInfo> looker;

  private BlockLooks(BlockManager blocks, long[] ids, Consumer<BlockInfo> looker) {
    this.blocks = blocks;
    this.ids = ids;
    this.looker = looker;
  }

  /** Shows each block that still is there, in the order of the ids; the caller holds no lock. */
  static void each(BlockManager blocks, long[] ids, Consumer<BlockInfo> looker) {
    BlockLooks looks = new BlockLooks(blocks, ids, looker);
    for (int next = 0; next < ids.length; ) {
      int from = next;
      next = BlockManagerWindow.read(blocks, () -> looks.some(from));
    }
  }

  /** Those from a place on that one hold of the lock has time for; answers where to go on. */
  private int some(int from) {
    long begin = System.nanoTime();
    int next = from;
    do {
      BlockInfo block = blocks.getStoredBlock(new Block(ids[next++]));
      if (block != null) {
        looker.accept(block);
      }
    } while (next < ids.length && System.nanoTime() - begin < HOLD_NANOS);
    return next;
  }
}
