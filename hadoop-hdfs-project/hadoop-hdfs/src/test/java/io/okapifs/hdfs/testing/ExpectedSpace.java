package io.okapifs.hdfs.testing;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;

import java.util.Arrays;

/**
 * What a closed file takes, found by dealing out its cells.
 *
 * @param code as the name of a policy begins
 */
public record ExpectedSpace(String code, int k, int r, int alpha) {

  public static final ExpectedSpace RS_3_2 = new ExpectedSpace("RS-3-2", 3, 2, 1);
  public static final ExpectedSpace LESS2_4_2 = new ExpectedSpace("LESS2-4-2", 4, 2, 2);

  /** Bytes and, of every group, r parities that cover its longest block. */
  public long of(int stripeWidth, int blockSize, long length) {
    int rows = blockSize / CELL;
    long[] blocks = new long[(int) (length / blockSize + stripeWidth + 1)];
    for (long cell = 0; cell * CELL < length; cell++) {
      long stripe = cell / (rows * stripeWidth);
      blocks[(int) (stripe * stripeWidth + cell % stripeWidth)] +=
          Math.min(CELL, length - cell * CELL);
    }
    long space = length;
    for (int first = 0; first < blocks.length; first += k) {
      long[] group = Arrays.copyOfRange(blocks, first, Math.min(first + k, blocks.length));
      space += r * parityLength(group, blockSize);
    }
    return space;
  }

  /** Full where there are more cells than r full parities take: a writer folds them then. */
  private long parityLength(long[] group, long blockSize) {
    long longest = Arrays.stream(group).max().orElse(0);
    long cells = Arrays.stream(group).map(bytes -> (bytes + CELL - 1) / CELL).sum();
    long covered = cells * CELL > r * wholeSubBlocks(blockSize) ? blockSize : longest;
    return wholeSubBlocks(alpha == 1 ? longest : covered);
  }

  private long wholeSubBlocks(long bytes) {
    long granules = alpha == 1 ? 1 : 512L * alpha;
    return (bytes + granules - 1) / granules * granules;
  }
}
