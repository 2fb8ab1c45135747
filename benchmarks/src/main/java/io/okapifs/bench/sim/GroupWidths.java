package io.okapifs.bench.sim;

import java.util.List;

/**
 * How wide groups of three parities may be at which failure rate, so that a group is lost no sooner
 * than one of 6-of-9 at the highest rate that this one is meant for. With r = 3 the mean time to
 * the loss of a group is as 1 / (n (n-1) (n-2) (n-3) rate^4); repairs take as long at all widths.
 */
final class GroupWidths {

  static final int PARITIES = 3;
  static final int NARROWEST = 6;

  private static final List<Integer> DATA_BLOCKS = List.of(30, 15, 10);
  private static final double NARROWEST_TOLERATES = 0.08;

  private GroupWidths() {}

  /** The widest group, in data blocks, that a failure rate admits. */
  static int at(double failuresPerYear) {
    return DATA_BLOCKS.stream()
        .filter(k -> failuresPerYear <= tolerated(k))
        .findFirst()
        .orElse(NARROWEST);
  }

  /** The highest failure rate for groups of k data blocks. */
  static double tolerated(int k) {
    double factor = orders(NARROWEST + PARITIES) / orders(k + PARITIES);
    return NARROWEST_TOLERATES * Math.pow(factor, 1.0 / (PARITIES + 1));
  }

  /** In how many orders four members can fail. */
  private static double orders(int n) {
    return (double) n * (n - 1) * (n - 2) * (n - 3);
  }
}
