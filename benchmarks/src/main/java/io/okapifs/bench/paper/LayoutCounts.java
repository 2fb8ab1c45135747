package io.okapifs.bench.paper;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.stream.LongStream;

/** Counts over the layout of a file with cells of 1 MiB and blocks of 8 MiB, as Okapi's are. */
final class LayoutCounts {
  private static final int MIB = 1 << 20;
  private static final long BLOCK_SIZE = 8L * MIB;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private LayoutCounts() {}

  static FileLayout layout(int k, int r, int stripeWidth) {
    GroupPolicy policy =
        new GroupPolicy("RS-" + k + "-" + r + "-1024k", "rs", k, r, 1, MIB);
    return new FileLayout(policy, stripeWidth, BLOCK_SIZE);
  }

  /** Of so many blocks, those that are not in stripe ceil(x/s) and group ceil(x/k) for x = 1.. */
  static double blocksElsewhere(int k, int r, int stripeWidth, int blocks) {
    FileLayout layout = layout(k, r, stripeWidth);
    return LongStream.rangeClosed(1, blocks)
        .filter(
            x ->
                layout.stripeOf(x - 1) + 1 != ceilDiv(x, stripeWidth)
                    || layout.groupOf(x - 1) + 1 != ceilDiv(x, k))
        .count();
  }

  private static long ceilDiv(long x, int y) {
    return (x + y - 1) / y;
  }

  /** Cells that are written until the first row of the first group is complete. */
  static double cellsBeforeTheFirstParity(int k, int r, int stripeWidth) {
    return layout(k, r, stripeWidth).fileOffset(k - 1, 0) / (double) MIB + 1;
  }

  /** Milliseconds of disks for a read: a positioning for each of them, and its bytes. */
  static double diskMillis(int disks, int mebibytes) {
    DiskModel disk = DiskModel.parse("10000,150");
    double transfer = NANOS_PER_SECOND * mebibytes * MIB / disk.bytesPerSecond();
    return (disks * disk.positioningNanos() + transfer) / NANOS_PER_MILLI;
  }
}
