package io.okapifs.bench.driver;

import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;

/**
 * How many bytes of a striped file lie in each of its blocks. Blocks are data blocks, numbered in
 * file order; the members of a stripe are its data blocks and, where HDFS puts parity into stripes,
 * parities behind them.
 *
 * @param fileLength in bytes
 * @param blockSize in bytes
 * @param view the policy that a client sees: its data units are the blocks of a stripe
 */
record StripedLengths(long fileLength, long blockSize, ErasureCodingPolicy view) {

  private int width() {
    return view.getNumDataUnits();
  }

  private long stripeSize() {
    return width() * blockSize;
  }

  int stripes() {
    return Math.toIntExact((fileLength + stripeSize() - 1) / stripeSize());
  }

  /** Bytes of data in a stripe. */
  long ofStripe(int stripe) {
    return Math.min(stripeSize(), fileLength - stripe * stripeSize());
  }

  /** Bytes of a member of a stripe; 0 where there is none. */
  long ofMember(int stripe, int member) {
    return StripedBlockUtil.getInternalBlockLength(
        ofStripe(stripe), view.getCellSize(), width(), member);
  }

  /** Data blocks of the file. */
  long blocks() {
    return blocksBefore(stripes());
  }

  /** Data blocks of the first stripes. */
  long blocksBefore(int stripes) {
    if (stripes < stripes() || stripes == 0) {
      return (long) stripes * width();
    }
    long cells = (ofStripe(stripes - 1) + view.getCellSize() - 1) / view.getCellSize();
    return (stripes - 1L) * width() + Math.min(width(), cells);
  }

  /** Bytes of the longest of some blocks, as far as the file has them. */
  long longest(long from, long to) {
    long longest = 0;
    for (long block = from; block < Math.min(to, blocks()); block++) {
      long length = ofMember((int) (block / width()), (int) (block % width()));
      longest = Math.max(longest, length);
    }
    return longest;
  }
}
