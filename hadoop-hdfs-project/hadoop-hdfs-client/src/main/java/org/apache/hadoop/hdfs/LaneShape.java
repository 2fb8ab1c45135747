package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.layout.FileLayout;

/**
 * How HDFS's own arithmetic of block groups sees a lane.
 *
 * @param dataUnits internal blocks over which its length is striped
 * @param parityUnits further internal blocks
 */
record LaneShape(int dataUnits, int parityUnits, int cellSize) {

  /** s blocks with data and none with parity. */
  static LaneShape ofDataStripe(FileLayout layout) {
    return new LaneShape(layout.stripeWidth(), 0, layout.policy().cellSize());
  }

  /** r blocks as long as the group says: one that is "data" and r - 1 as long as that one. */
  static LaneShape ofParityGroup(FileLayout layout) {
    return new LaneShape(1, layout.policy().r() - 1, layout.policy().cellSize());
  }

  int width() {
    return dataUnits + parityUnits;
  }
}
