package io.okapifs.hdfs.verify;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Which groups are looked at: a random share of them, the same whenever seed and files are the
 * same, in whatever order and by however many threads they are read.
 *
 * @param share above 0 and at most 1
 * @param seed that the choice depends on
 */
public record Sample(double share, long seed) {

  /** Every group. */
  public static final Sample ALL = new Sample(1, 0);

  public Sample {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("not a share: " + share);
    }
  }

  public boolean isAll() {
    return share == 1;
  }

  /** Whether a group of a file is looked at. */
  boolean takes(long fileId, long group) {
    return isAll() || draw(fileId, group) < share;
  }

  /** Evenly from 0 to 1. A generator is made of each part, as sums of ids would repeat. */
  private double draw(long fileId, long group) {
    long ofFile = new SplittableRandom(seed ^ fileId).nextLong();
    return new SplittableRandom(ofFile ^ group).nextDouble();
  }

  /** How much was looked at, behind the summary; empty where that is all. */
  String toText(long looked, long leftOut) {
    return isAll()
        ? ""
        : String.format(
            Locale.ROOT, "; sample: %,d of %,d groups, -seed %d", looked, looked + leftOut, seed);
  }
}
