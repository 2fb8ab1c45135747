package io.okapifs.hdfs.recovery;

import java.util.Arrays;

/**
 * What can be kept of an open data stripe: its bytes in file order up to the first gap. Each block
 * is written in order, so a block has a gap only at its end.
 *
 * <pre>
 *   s = 3    block 0  block 1  block 2
 *   row 0    cell     cell     cell
 *   row 1    cell     ce                  the prefix ends inside the second cell of block 1
 *   row 2    cell
 * </pre>
 *
 * @param bytes length of the prefix
 * @param gap index of the block that ends it
 * @param bytesBehind whether another block has bytes behind the gap, so that the writer wrote there
 */
public record StripePrefix(long bytes, int gap, boolean bytesBehind) {

  /**
   * @param lengths bytes of each block of the stripe, 0 where there is none
   */
  public static StripePrefix of(long[] lengths, int cellSize) {
    if (lengths.length == 0 || cellSize < 1 || Arrays.stream(lengths).anyMatch(n -> n < 0)) {
      throw new IllegalArgumentException(
          "not a data stripe: lengths=" + Arrays.toString(lengths) + ", cellSize=" + cellSize);
    }
    int gap = 0;
    long last = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (end(lengths, i, cellSize) < end(lengths, gap, cellSize)) {
        gap = i;
      }
      if (lengths[i] > 0) {
        last = Math.max(last, offset(lengths.length, i, lengths[i] - 1, cellSize) + 1);
      }
    }
    long bytes = end(lengths, gap, cellSize);
    return new StripePrefix(bytes, gap, last > bytes);
  }

  /** Where in the stripe the first byte belongs that a block does not have. */
  private static long end(long[] lengths, int index, int cellSize) {
    return offset(lengths.length, index, lengths[index], cellSize);
  }

  private static long offset(int width, int index, long inBlock, int cellSize) {
    return (inBlock / cellSize * width + index) * cellSize + inBlock % cellSize;
  }
}
