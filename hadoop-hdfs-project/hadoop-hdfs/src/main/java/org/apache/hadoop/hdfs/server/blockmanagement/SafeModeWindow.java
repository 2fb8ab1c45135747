package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.PrivateField;
import java.lang.invoke.VarHandle;

/**
 * The counts by which HDFS leaves safe mode. No decision is taken here. Under the namesystem's
 * write lock.
 */
public final class SafeModeWindow {

  private static final VarHandle SAFE =
      PrivateField.of(BlockManagerSafeMode.class, "blockSafe", long.class);
  private static final VarHandle MODE =
      PrivateField.of(BlockManager.class, "bmSafeMode", BlockManagerSafeMode.class);

  private SafeModeWindow() {}

  private static BlockManagerSafeMode mode(BlockManager blocks) {
    return (BlockManagerSafeMode) MODE.get(blocks);
  }

  /** Whether blocks that come and go are counted. */
  public static boolean isCounting(BlockManager blocks) {
    return mode(blocks).isSafeModeTrackingBlocks();
  }

  /** Changes the counts of safe blocks and of all. */
  public static void adjust(BlockManager blocks, int safe, int all) {
    mode(blocks).adjustBlockTotals(safe, all);
  }

  /** Counts a block with so many storages that have it. */
  public static void increment(BlockManager blocks, int storages, BlockInfo block) {
    mode(blocks).incrementSafeBlockCount(storages, block);
  }

  /** Counts a block that has lost a replica. */
  public static void decrement(BlockManager blocks, BlockInfo block) {
    mode(blocks).decrementSafeBlockCount(block);
  }

  /** One block less is safe. */
  public static void takeOff(BlockManager blocks) {
    BlockManagerSafeMode mode = mode(blocks);
    SAFE.set(mode, Math.max(0, (long) SAFE.get(mode) - 1));
  }

  /** Leaves safe mode, or enters it again, where the counts say so. */
  public static void check(BlockManager blocks) {
    mode(blocks).checkSafeMode();
  }
}
