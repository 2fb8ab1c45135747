package io.okapifs.bench.dfsperf.suite;

import java.io.IOException;
import org.HdrHistogram.Histogram;

/** What one thread did of one kind: bytes, operations and how long each took. For one thread. */
public final class Meter {

  private static final int DIGITS = 3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MIB = 1 << 20;

  private final Statistic statistic;
  private final Progress progress;
  private final Histogram nanos = new Histogram(DIGITS);
  private long bytes;
  private long busyNanos;
  private long operations;

  /**
   * @param progress of all threads, which is told of every operation
   */
  Meter(Statistic statistic, Progress progress) {
    this.statistic = statistic;
    this.progress = progress;
  }

  /** Something that takes time. */
  @FunctionalInterface
  interface Operation {
    /** Does it, and tells how many bytes were moved. */
    long run() throws IOException;
  }

  /** Measures it; what fails is not counted. */
  void measure(Operation operation) throws IOException {
    measure(System.nanoTime(), operation);
  }

  /** As above, of one that was due before it began. */
  void measure(long dueNanos, Operation operation) throws IOException {
    long begin = System.nanoTime();
    long moved = operation.run();
    long end = System.nanoTime();
    nanos.recordValue(Math.max(0, end - dueNanos));
    busyNanos += end - begin;
    bytes += moved;
    operations++;
    progress.add(moved);
  }

  public Statistic statistic() {
    return statistic;
  }

  public long bytes() {
    return bytes;
  }

  public long operations() {
    return operations;
  }

  /** Nanoseconds of each operation. */
  public Histogram nanos() {
    return nanos;
  }

  /** MiB or operations per second of the time that operations took; 0 where they took none. */
  public double rate() {
    double amount = statistic.isOfBytes() ? bytes / MIB : operations;
    return busyNanos == 0 ? 0 : amount / (busyNanos / NANOS_PER_SECOND);
  }
}
