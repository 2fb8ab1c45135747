package io.okapifs.bench.sim;

import io.okapifs.bench.disk.DiskModel;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Clients that read files from disks. Each contiguous range of a block costs its disk a positioning
 * and the transfer of its bytes; each disk serves one request at a time in the order in which they
 * come (Okapi, OSDI'25, section 3). Networks and processors cost nothing. Used once.
 */
public final class ReadSimulation {

  private final EventQueue time = new EventQueue();
  private final DiskModel model;
  private final List<FifoServer> disks;
  private final Workload workload;
  private final ReadMeter meter;
  private final Random random;

  /**
   * @param disks how many, those of the workload's files
   * @param reads that are counted; a quarter as many before them are not
   */
  private ReadSimulation(DiskModel model, int disks, Workload workload, int reads, long seed) {
    if (reads < 1) {
      throw new IllegalArgumentException("at least one read is needed: reads=" + reads);
    }
    this.model = model;
    this.disks = Stream.generate(() -> new FifoServer(time)).limit(disks).toList();
    this.workload = workload;
    this.meter = new ReadMeter(reads / 4, reads);
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
    ReadSimulation simulation = new ReadSimulation(model, disks, workload, reads, seed);
    load.start(simulation.time, new Random(seed + 1), simulation::read);
    simulation.time.runUntil(simulation.meter::isFull);
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
      disks.get(file.diskOf(read.source()))
          .serve(
              model.positioningNanos() + model.transferNanos(read.bytes()),
              () -> {
                if (--left[0] == 0) {
                  step(file, steps, index + 1, done);
                }
              });
    }
  }
}
