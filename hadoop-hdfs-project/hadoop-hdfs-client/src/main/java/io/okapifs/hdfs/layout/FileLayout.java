package io.okapifs.hdfs.layout;

import java.util.stream.LongStream;

/**
 * Where every byte of a decoupled file lies and which blocks protect it; the one owner of that
 * arithmetic (Okapi, OSDI'25, section 4).
 *
 * <p>Data blocks are numbered x = 0, 1, 2, ... in file order. Two independent rules use x:
 *
 * <pre>
 *   striping   s = 2              x:  0 1 | 2 3 | 4 5 | 6 7      stripe x / s, index x mod s
 *   grouping   k = 3              x:  0 1 2 | 3 4 5 | 6 7        group  x / k, member x mod k
 * </pre>
 *
 * Cells of c bytes go round robin over the s blocks of a stripe; a block holds bs bytes and
 * bs is a multiple of c. Members k .. k+r-1 of a group are its parity blocks; data blocks that a
 * tail group lacks count as zeros, and so do the bytes by which a data block is shorter than the
 * parity length P.
 *
 * @param policy code and cell size
 * @param stripeWidth s, blocks per data stripe
 * @param blockSize bs, bytes
 */
public record FileLayout(GroupPolicy policy, int stripeWidth, long blockSize) {

  /** HDFS numbers the internal blocks of a block group in four bits. */
  public static final int MAX_STRIPE_WIDTH = 16;

  /** Block sizes share a 48-bit field with the stripe width, which takes the upper 8. */
  public static final long BLOCK_SIZE_LIMIT = 1L << 40;

  public FileLayout {
    checkStripeWidth(stripeWidth);
    checkBlockSize(blockSize, policy.cellSize());
  }

  /** Refuses a stripe width that HDFS cannot hold. */
  public static void checkStripeWidth(int stripeWidth) {
    if (stripeWidth < 1 || stripeWidth > MAX_STRIPE_WIDTH) {
      throw new IllegalArgumentException(
          "stripe width out of range: stripeWidth=" + stripeWidth + ", allowed=1.."
              + MAX_STRIPE_WIDTH);
    }
  }

  /** Refuses a block size that does not hold whole cells or does not fit the inode. */
  public static void checkBlockSize(long blockSize, int cellSize) {
    if (blockSize <= 0 || blockSize >= BLOCK_SIZE_LIMIT || blockSize % cellSize != 0) {
      throw new IllegalArgumentException(
          "block size must be a positive multiple of the cell size and below 2^40 bytes:"
              + " blockSize=" + blockSize + ", cellSize=" + cellSize);
    }
  }

  /** Bytes of a full data stripe. */
  public long stripeSize() {
    return stripeWidth * blockSize;
  }

  public long stripeOf(long block) {
    return block / stripeWidth;
  }

  public int indexInStripe(long block) {
    return (int) (block % stripeWidth);
  }

  public long groupOf(long block) {
    return block / policy.k();
  }

  public int memberOf(long block) {
    return (int) (block % policy.k());
  }

  /** Data stripes of a file of {@code length} bytes. */
  public long stripeCount(long length) {
    return ceilDiv(length, stripeSize());
  }

  /** Data blocks that hold at least one byte. */
  public long blockCount(long length) {
    long fullStripes = length / stripeSize();
    long tail = length % stripeSize();
    return fullStripes * stripeWidth
        + Math.min(stripeWidth, ceilDiv(tail, policy.cellSize()));
  }

  public long groupCount(long length) {
    return ceilDiv(blockCount(length), policy.k());
  }

  /** Data members of a group that hold at least one byte; at most k. */
  public int dataMembers(long group, long length) {
    long left = blockCount(length) - group * policy.k();
    return (int) Math.max(0, Math.min(policy.k(), left));
  }

  /** Bytes in a data block. */
  public long blockLength(long block, long length) {
    long inStripe = length - stripeOf(block) * stripeSize();
    return lengthInStripe(indexInStripe(block), Math.max(0, Math.min(inStripe, stripeSize())));
  }

  /** Bytes of all data members of a group. */
  public long dataBytes(long group, long length) {
    long first = group * policy.k();
    return LongStream.range(first, first + dataMembers(group, length))
        .map(block -> blockLength(block, length))
        .sum();
  }

  /** Bytes of the block at {@code index} of a stripe that holds {@code stripeBytes}. */
  public long lengthInStripe(int index, long stripeBytes) {
    int cell = policy.cellSize();
    long row = (long) cell * stripeWidth;
    long partial = stripeBytes % row - (long) index * cell;
    return stripeBytes / row * cell + Math.max(0, Math.min(cell, partial));
  }

  /** Length of the longest data block of a group, which is always its first one. */
  public long longestMember(long group, long length) {
    return blockLength(group * policy.k(), length);
  }

  /** The compact parity length of a group: what a tail group needs and no more. */
  public long parityLength(long group, long length) {
    return policy.compactParityLength(longestMember(group, length));
  }

  /** Bytes of all parity blocks of a file, all of the compact length. */
  public long paritySpace(long length) {
    return LongStream.range(0, groupCount(length))
        .map(group -> policy.r() * parityLength(group, length))
        .sum();
  }

  /**
   * Whether the parity of a group may have that length: the compact one, or with several sub-blocks
   * that of a full group, because a writer folds data before it knows where the file ends.
   */
  public boolean isParityLength(long group, long length, long parityLength) {
    return parityLength == parityLength(group, length)
        || policy.alpha() > 1 && parityLength == policy.fullParityLength(blockSize);
  }

  /** The last data stripe that a group touches in a file of {@code stripes} stripes. */
  public long unitOf(long group, long stripes) {
    return Math.min(((group + 1) * policy.k() - 1) / stripeWidth, stripes - 1);
  }

  /**
   * Groups whose last data block lies in stripe {@code stripe} or before, if the file goes on
   * behind it: all that can be finished once that stripe is full.
   */
  public long groupsFinishedBy(long stripe) {
    return (stripe + 1) * stripeWidth / policy.k();
  }

  /** The data block that holds the byte at a file offset. */
  public long blockAt(long offset) {
    long inStripe = offset % stripeSize();
    return offset / stripeSize() * stripeWidth + inStripe / policy.cellSize() % stripeWidth;
  }

  /** Offset inside {@link #blockAt(long)} of the byte at a file offset. */
  public long offsetInBlock(long offset) {
    int cell = policy.cellSize();
    long inStripe = offset % stripeSize();
    return inStripe / ((long) cell * stripeWidth) * cell + inStripe % cell;
  }

  /** File offset of a byte of a data block; the inverse of the two methods above. */
  public long fileOffset(long block, long offsetInBlock) {
    int cell = policy.cellSize();
    long row = offsetInBlock / cell;
    return stripeOf(block) * stripeSize()
        + (row * stripeWidth + indexInStripe(block)) * cell
        + offsetInBlock % cell;
  }

  static long ceilDiv(long value, long divisor) {
    return (value + divisor - 1) / divisor;
  }
}
