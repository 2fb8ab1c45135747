package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.read.Source;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Which disk each block of a file lies on.
 *
 * @param data per data block of the file
 * @param parity per parity block, r for each group
 * @param disks how many there are
 */
public record Placement(int[] data, int[] parity, int disks) {

  /**
   * Draws one at random. Blocks of a stripe, and members of a group, never share a disk.
   *
   * @param length bytes of the file
   */
  static Placement random(FileLayout layout, long length, int disks, Random random) {
    int k = layout.policy().k();
    int r = layout.policy().r();
    Placement placement =
        new Placement(
            new int[(int) layout.blockCount(length)],
            new int[(int) layout.groupCount(length) * r],
            disks);
    for (int block = 0; block < placement.data.length; block++) {
      int stripe = block - layout.indexInStripe(block);
      int group = block - layout.memberOf(block);
      BitSet taken = disksOf(placement.data, Math.min(stripe, group), block);
      placement.data[block] = Disks.draw(taken, disks, random);
    }
    for (int i = 0; i < placement.parity.length; i++) {
      int group = i / r;
      int end = Math.min((group + 1) * k, placement.data.length);
      BitSet taken = disksOf(placement.data, group * k, end);
      taken.or(disksOf(placement.parity, group * r, i));
      placement.parity[i] = Disks.draw(taken, disks, random);
    }
    return placement;
  }

  private static BitSet disksOf(int[] blocks, int from, int to) {
    BitSet taken = new BitSet();
    IntStream.range(from, to).forEach(i -> taken.set(blocks[i]));
    return taken;
  }

  /**
   * The disk of a block.
   *
   * @param r parity blocks of a group
   */
  int diskOf(Source source, int r) {
    int number = (int) source.number();
    return source.isParity() ? parity[number * r + source.parity()] : data[number];
  }
}
