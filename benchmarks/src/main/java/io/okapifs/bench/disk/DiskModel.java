package io.okapifs.bench.disk;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A disk in three numbers.
 *
 * @param positioningNanos of a request that does not begin where the last one on its file ended
 * @param bytesPerSecond of reading and writing on
 * @param aheadBytes that an idle disk reads on, and takes in while it writes, by itself; HDFS asks
 *     the kernel for as much
 * @param gathersWrites whether the kernel gathers writes and sorts them, so that a file costs one
 *     positioning wherever in it is written next
 */
public record DiskModel(
    long positioningNanos, long bytesPerSecond, long aheadBytes, boolean gathersWrites) {

  private static final Pattern TEXT =
      Pattern.compile(
          "(?:hdd|ssd|(\\d{1,9}),(\\d{1,9}(?:[.]\\d{1,9})?)(?:,(\\d{1,9}))?)(-sync)?");
  private static final long AHEAD_KIB = 4 << 10;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int MIB = 1 << 20;
  private static final int KIB = 1 << 10;
  private static final int RATE_DIGITS = 6;
  private static final String SYNC = "-sync";

  public DiskModel {
    if (positioningNanos < 0 || bytesPerSecond < 1 || aheadBytes < 0) {
      throw new IllegalArgumentException(
          "no such disk: positioningNanos=" + positioningNanos + ", bytesPerSecond="
              + bytesPerSecond + ", aheadBytes=" + aheadBytes);
    }
  }

  /**
   * Reads {@code hdd}, {@code ssd}, or microseconds per positioning and MiB/s, as in 10000,150,
   * perhaps with the KiB that it reads ahead (4096); with {@code -sync} behind it writes are not
   * gathered.
   */
  public static DiskModel parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a disk is hdd, ssd or MICROSECONDS,MIB_PER_SECOND[,AHEAD_KIB], perhaps with"
              + " -sync, not " + text);
    }
    boolean gathers = matcher.group(4) == null;
    if (matcher.group(1) == null) {
      return text.startsWith("hdd")
          ? of(10_000, 150, AHEAD_KIB, gathers)
          : of(100, 500, AHEAD_KIB, gathers);
    }
    return of(
        Long.parseLong(matcher.group(1)), Double.parseDouble(matcher.group(2)),
        matcher.group(3) == null ? AHEAD_KIB : Long.parseLong(matcher.group(3)), gathers);
  }

  private static DiskModel of(long micros, double mibPerSecond, long aheadKib, boolean gathers) {
    return new DiskModel(
        micros * NANOS_PER_MICRO, Math.round(mibPerSecond * MIB), aheadKib * KIB, gathers);
  }

  /**
   * This disk for blocks that are so many times smaller: it positions as long, and what it moves in
   * a time is as much smaller, so that every request of such blocks takes as long as before.
   */
  public DiskModel scaled(int times) {
    return new DiskModel(
        positioningNanos, bytesPerSecond / times, aheadBytes / times, gathersWrites);
  }

  /** For so many bytes of reading or writing on, without positionings. */
  public long transferNanos(long bytes) {
    return Math.round((double) bytes * NANOS_PER_SECOND / bytesPerSecond);
  }

  @Override
  public String toString() {
    String rate =
        BigDecimal.valueOf(bytesPerSecond)
            .divide(BigDecimal.valueOf(MIB), RATE_DIGITS, RoundingMode.HALF_UP)
            .stripTrailingZeros().toPlainString();
    String ahead = aheadBytes == AHEAD_KIB * KIB ? "" : "," + aheadBytes / KIB;
    return positioningNanos / NANOS_PER_MICRO + "," + rate + ahead + (gathersWrites ? "" : SYNC);
  }
}
