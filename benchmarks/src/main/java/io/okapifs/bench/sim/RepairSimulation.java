package io.okapifs.bench.sim;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.hdfs.read.ByteRange;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Repairs of blocks for one node. Each helper's disk reads what the plans say, portion by portion.
 * Each portion goes to the node over its one link, which takes one at a time. A repair ends with
 * the last byte that arrives: computing and writing cost nothing. Used once.
 */
public final class RepairSimulation {

  private static final double BITS_PER_BYTE = 8;

  /**
   * Disks, network and blocks.
   *
   * @param bitsPerSecond of the link to the node that rebuilds
   * @param blockBytes of each block
   * @param packetBytes read and sent at a time
   */
  public record Setting(
      DiskModel disk, Gaps gaps, double bitsPerSecond, RunLayout runs, long blockBytes,
      int packetBytes) {

    public Setting {
      if (!(bitsPerSecond > 0) || blockBytes < 1 || packetBytes < 1) {
        throw new IllegalArgumentException(
            "must be positive: bitsPerSecond=" + bitsPerSecond + ", blockBytes=" + blockBytes
                + ", packetBytes=" + packetBytes);
      }
    }
  }

  private final EventQueue time = new EventQueue();
  private final Setting setting;
  private final List<FifoServer> disks;
  private final FifoServer link = new FifoServer(time);
  private long lastArrival;

  /**
   * @param nodes that may help
   */
  public RepairSimulation(Setting setting, int nodes) {
    this.setting = setting;
    this.disks = Stream.generate(() -> new FifoServer(time)).limit(nodes).toList();
  }

  /**
   * Queues a repair behind those before it.
   *
   * @param nodeOf the node of each member
   */
  public void add(RepairPlan plan, IntUnaryOperator nodeOf) {
    for (int helper : plan.helpers()) {
      FifoServer disk = disks.get(nodeOf.applyAsInt(helper));
      long end = -1;
      for (List<ByteRange> portion :
          setting.runs().portions(plan, helper, setting.blockBytes(), setting.packetBytes())) {
        long nanos = 0;
        long bytes = 0;
        for (ByteRange range : portion) {
          nanos += range.from() == end ? 0 : gapNanos(end, range.from());
          bytes += range.length();
          end = range.to();
        }
        send(disk, nanos + setting.disk().transferNanos(bytes), bytes);
      }
    }
  }

  private long gapNanos(long from, long to) {
    return from < 0
        ? setting.disk().positioningNanos()
        : setting.gaps().nanos(setting.disk(), to - from);
  }

  private void send(FifoServer disk, long readNanos, long bytes) {
    long sendNanos =
        Math.round(
            bytes * BITS_PER_BYTE / setting.bitsPerSecond() * TimeUnit.SECONDS.toNanos(1));
    disk.serve(
        readNanos, () -> link.serve(sendNanos, () -> lastArrival = time.now()));
  }

  /** Runs all repairs; returns the seconds until the last byte has arrived. */
  public double seconds() {
    time.runUntil(() -> false);
    return lastArrival / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
