package io.okapifs.hdfs.tools;

import java.util.Arrays;

/**
 * How long reads or files are, in bytes. Of n sizes in order a percentile p is the one at place
 * p * n, rounded up.
 *
 * @param count how many there are, at least 1
 * @param bytes of all
 */
public record Sizes(
    long count, long bytes, long min, long median, long p90, long p99, long max) {

  /**
   * @param sizes at least one
   */
  static Sizes of(long[] sizes) {
    long[] sorted = sizes.clone();
    Arrays.sort(sorted);
    return new Sizes(
        sorted.length, Arrays.stream(sorted).sum(), sorted[0], percentile(sorted, 50),
        percentile(sorted, 90), percentile(sorted, 99), sorted[sorted.length - 1]);
  }

  /**
   * @param sorted ascending, at least one
   * @param percent 1 to 100
   */
  static long percentile(long[] sorted, int percent) {
    return sorted[(int) (((long) sorted.length * percent + 99) / 100) - 1];
  }
}
