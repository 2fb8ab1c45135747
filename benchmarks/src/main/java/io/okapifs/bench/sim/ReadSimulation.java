package io.okapifs.bench.sim;

import io.okapifs.bench.disk.DiskModel;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Clients that read files from disks. Each contiguous range of a block, a run, costs its disk a
 * positioning and the transfer of its bytes; each disk serves one request at a time in the order in
 * which they come (Okapi, OSDI'25, section 3). Networks and processors cost nothing. Used once.
 */
public final class ReadSimulation {

  private final EventQueue time = new EventQueue();
  private final DiskModel model;
  private final Packets packets;
  private final List<FifoServer> disks;
  private final Workload workload;
  private final ReadMeter meter;
  private final Random random;

  /**
   * How bytes of a run are asked for: the next packet when the last one is there.
   *
   * @param bytes of a packet
   * @param overRead bytes that are asked for behind each one that is wanted; nobody waits for them
   */
  public record Packets(long bytes, double overRead) {
    /** Each run as a whole, and nothing more. */
    static final Packets RUNS = new Packets(Long.MAX_VALUE, 0);

    public Packets {
      if (bytes < 1 || !(overRead >= 0 && Double.isFinite(overRead))) {
        throw new IllegalArgumentException(
            "no such packets: bytes=" + bytes + ", overRead=" + overRead);
      }
    }
  }

  private ReadSimulation(
      DiskModel model, int disks, Packets packets, Workload workload, Span span, long seed) {
    this.model = model;
    this.packets = packets;
    this.disks = Stream.generate(() -> new FifoServer(time)).limit(disks).toList();
    this.workload = workload;
    this.meter = new ReadMeter(span);
    this.random = new Random(seed);
  }

  /**
   * Runs until so many reads are complete. The same arguments give the same result.
   *
   * @param disks how many, those of the workload's files
   * @param reads that are counted; a quarter as many before them are not
   */
  public static ReadResult run(
      DiskModel model, int disks, Workload workload, Load load, int reads, long seed) {
    Span span = new Span.Reads(reads / 4, reads);
    return run(model, disks, Packets.RUNS, workload, load, span, seed);
  }

  /** As above, where runs are read in packets, so that a disk serves its readers in turns. */
  public static ReadResult run(
      DiskModel model, int disks, Packets packets, Workload workload, Load load, Span span,
      long seed) {
    ReadSimulation simulation = new ReadSimulation(model, disks, packets, workload, span, seed);
    EventQueue time = simulation.time;
    load.start(time, new Random(seed + 1), simulation::read);
    time.runUntil(() -> simulation.meter.isFull(time.now()));
    return simulation.meter.result();
  }

  private void read(Runnable done) {
    Workload.Request request = workload.draw(random);
    List<ReadStep> steps = request.file().steps(request.range());
    long begun = time.now();
    step(
        request.file(), steps, 0,
        () -> {
          meter.complete(begun, time.now(), request.range().length(), steps);
          done.run();
        });
  }

  private void step(StoredFile file, List<ReadStep> steps, int index, Runnable done) {
    if (index == steps.size()) {
      done.run();
      return;
    }
    List<BlockRead> reads = steps.get(index).reads();
    int[] left = {reads.size()};
    for (BlockRead read : reads) {
      run(
          disks.get(file.diskOf(read.source())), read.bytes(),
          () -> {
            if (--left[0] == 0) {
              step(file, steps, index + 1, done);
            }
          });
    }
  }

  private void run(FifoServer disk, long bytes, Runnable done) {
    packet(disk, model.positioningNanos(), bytes, Math.round(bytes * packets.overRead()), done);
  }

  /**
   * Reads a packet and then the next one.
   *
   * @param wanted bytes that are left
   * @param more behind the wanted ones
   * @param done called when all wanted ones are there
   */
  private void packet(
      FifoServer disk, long positioningNanos, long wanted, long more, Runnable done) {
    long left = wanted > 0 ? wanted : more;
    if (left == 0) {
      return;
    }
    long bytes = Math.min(left, packets.bytes());
    disk.serve(
        positioningNanos + model.transferNanos(bytes),
        () -> {
          if (wanted > 0 && wanted == bytes) {
            done.run();
          }
          packet(
              disk, 0, wanted > 0 ? wanted - bytes : 0, wanted > 0 ? more : more - bytes, done);
        });
  }
}
