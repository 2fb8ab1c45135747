package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.protocol.Block;

/**
 * The r parity blocks of one group. {@code numBytes} is the length P of each of them, which fits
 * upstream's arithmetic of one data unit with r - 1 copies of its length.
 */
public final class BlockInfoStripedParity extends BlockInfoDecoupled {

  public BlockInfoStripedParity(Block block, int r, int cellSize) {
    super(block, policy(PARITY_GROUP_POLICY_ID, 1, r, cellSize), r);
  }

  @Override
  int usedBlocks() {
    return getTotalBlockNum();
  }

  @Override
  public long spaceConsumed() {
    return getNumBytes() * getTotalBlockNum();
  }
}
