package io.okapifs.bench.sim;

import java.util.BitSet;
import java.util.Random;

/** Draws disks for blocks. */
final class Disks {

  private Disks() {}

  /**
   * One at random.
   *
   * @param taken disks that the block must not lie on
   * @param disks how many there are
   */
  static int draw(BitSet taken, int disks, Random random) {
    int left = disks - taken.cardinality();
    if (left < 1) {
      throw new IllegalArgumentException(
          "too few disks for a stripe and its groups: disks=" + disks + ", taken="
              + taken.cardinality());
    }
    int disk = taken.nextClearBit(0);
    for (int skipped = random.nextInt(left); skipped > 0; skipped--) {
      disk = taken.nextClearBit(disk + 1);
    }
    return disk;
  }
}
