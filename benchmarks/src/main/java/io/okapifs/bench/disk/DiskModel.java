package io.okapifs.bench.disk;

import java.util.Locale;

/**
 * A disk in three numbers.
 *
 * @param positioningNanos of a request that does not begin where the last one on its file ended
 * @param bytesPerSecond of reading and writing on
 * @param aheadBytes that an idle disk reads on, and takes in while it writes, by itself; HDFS asks
 *     the kernel for as much
 */
public record DiskModel(long positioningNanos, long bytesPerSecond, long aheadBytes) {

  private static final int AHEAD_BYTES = 4 << 20;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int MIB_SHIFT = 20;

  public DiskModel {
    if (positioningNanos < 0 || bytesPerSecond < 1 || aheadBytes < 0) {
      throw new IllegalArgumentException(
          "no such disk: positioningNanos=" + positioningNanos + ", bytesPerSecond="
              + bytesPerSecond + ", aheadBytes=" + aheadBytes);
    }
  }

  /** Reads {@code hdd}, {@code ssd}, or microseconds per positioning and MiB/s: 10000,150. */
  public static DiskModel parse(String text) {
    String numbers =
        switch (text.toLowerCase(Locale.ROOT)) {
          case "hdd" -> "10000,150";
          case "ssd" -> "100,500";
          default -> text;
        };
    if (!numbers.matches("\\d{1,9},\\d{1,9}")) {
      throw new IllegalArgumentException(
          "a disk is hdd, ssd or MICROSECONDS,MIB_PER_SECOND, not " + text);
    }
    String[] parts = numbers.split(",");
    return new DiskModel(
        Long.parseLong(parts[0]) * NANOS_PER_MICRO, Long.parseLong(parts[1]) << MIB_SHIFT,
        AHEAD_BYTES);
  }

  long transferNanos(long bytes) {
    return Math.round((double) bytes * NANOS_PER_SECOND / bytesPerSecond);
  }

  @Override
  public String toString() {
    return positioningNanos / NANOS_PER_MICRO + "," + (bytesPerSecond >> MIB_SHIFT);
  }
}
