package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.hdfs.protocol.Block;

/** A data stripe: s internal blocks that cells go round, and no parity. */
public final class BlockInfoStripedData extends BlockInfoDecoupled {

  BlockInfoStripedData(Block block, int stripeWidth, int cellSize) {
    super(block, policy(DATA_STRIPE_POLICY_ID, stripeWidth, 1, cellSize), stripeWidth);
  }

  @Override
  public long spaceConsumed() {
    return getNumBytes();
  }
}
