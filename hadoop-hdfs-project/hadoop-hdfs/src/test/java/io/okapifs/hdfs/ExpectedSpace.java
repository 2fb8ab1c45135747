package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.CELL;

import java.util.Arrays;

/** What a closed file under RS-3-2-64k takes, found by dealing out its cells. */
final class ExpectedSpace {

  private static final int K = 3;
  private static final int R = 2;

  private ExpectedSpace() {}

  /** Bytes and, of every group, two parities as long as its longest block. */
  static long of(int stripeWidth, int blockSize, long length) {
    int rows = blockSize / CELL;
    long[] blocks = new long[(int) (length / blockSize + stripeWidth + 1)];
    for (long cell = 0; cell * CELL < length; cell++) {
      long stripe = cell / (rows * stripeWidth);
      blocks[(int) (stripe * stripeWidth + cell % stripeWidth)] +=
          Math.min(CELL, length - cell * CELL);
    }
    long space = length;
    for (int first = 0; first < blocks.length; first += K) {
      space += R * Arrays.stream(blocks, first, Math.min(first + K, blocks.length)).max()
          .orElse(0);
    }
    return space;
  }
}
