package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.protocol.Block;

/** A data stripe: s internal blocks that cells go round, and no parity. */
public final class BlockInfoStripedData extends BlockInfoDecoupled {

  BlockInfoStripedData(Block block, int stripeWidth, int cellSize) {
    super(block, policy(DATA_STRIPE_POLICY_ID, stripeWidth, 1, cellSize),
        usedBlocks(block.getNumBytes(), stripeWidth, cellSize));
  }

  /**
   * A block group of HDFS's own layout as a data stripe: the same id, length and stamp, and no
   * storages.
   */
  public static BlockInfoStripedData adopted(Block group, int stripeWidth, int cellSize) {
    return new BlockInfoStripedData(new Block(group), stripeWidth, cellSize);
  }

  private static int usedBlocks(long bytes, int stripeWidth, int cellSize) {
    return bytes == 0 ? stripeWidth : (int) Math.min(stripeWidth, (bytes - 1) / cellSize + 1);
  }

  @Override
  int usedBlocks() {
    return usedBlocks(getNumBytes(), getTotalBlockNum(), getCellSize());
  }

  @Override
  public long spaceConsumed() {
    return getNumBytes();
  }
}
