package io.okapifs.bench.figure;

import io.okapifs.bench.disk.DiskModel;
import io.okapifs.bench.sim.FileSet;
import io.okapifs.bench.sim.Load;
import io.okapifs.bench.sim.ReadResult;
import io.okapifs.bench.sim.ReadSimulation;
import io.okapifs.bench.sim.Workload;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * The disks and files of Okapi's testbed (OSDI'25, section 6.1): 19 disks, blocks of 8 MiB, cells
 * of 1 MiB, Reed-Solomon with three parities. A positioning takes 10 ms and a disk moves 150 MiB
 * per second (section 3). Files have 24 blocks, which fill stripes of every width in use.
 */
final class Testbed {

  static final int DISKS = 19;
  static final long MIB = 1 << 20;
  static final long BLOCK_BYTES = 8 * MIB;
  /** Reads begin in the first half of a file. */
  static final long LONGEST_READ = 96 * MIB;
  static final DiskModel DISK = DiskModel.parse("hdd");

  private static final int CELL_BYTES = 1 << 20;
  private static final int PARITIES = 3;
  private static final int FILE_BLOCKS = 24;

  /**
   * A layout of files.
   *
   * @param k data blocks of a group
   * @param width blocks of a stripe; k in HDFS's own layout
   */
  record Layout(int k, int width) {

    static Layout coupled(int k) {
      return new Layout(k, k);
    }

    FileLayout of(long blockBytes) {
      String name = "RS-" + k + "-" + PARITIES + "-1024k";
      return new FileLayout(
          new GroupPolicy(name, "rs", k, PARITIES, 1, CELL_BYTES), width, blockBytes);
    }
  }

  private final Figure.Settings settings;
  private final int deadDisk;
  private final Map<Layout, FileSet> files = new HashMap<>();

  private Testbed(Figure.Settings settings, int deadDisk) {
    this.settings = settings;
    this.deadDisk = deadDisk;
  }

  static Testbed healthy(Figure.Settings settings) {
    return new Testbed(settings, FileSet.NONE_DEAD);
  }

  /** All blocks of one disk are lost, and nothing is repaired. */
  static Testbed withOneDeadDisk(Figure.Settings settings) {
    return new Testbed(settings, 0);
  }

  FileSet files(Layout layout) {
    return files.computeIfAbsent(
        layout,
        key ->
            FileSet.random(
                key.of(BLOCK_BYTES), FILE_BLOCKS * BLOCK_BYTES, DISKS, deadDisk,
                new Random(settings.seed())));
  }

  ReadResult run(Workload workload, Load load) {
    return ReadSimulation.run(
        DISK, DISKS, workload, load, settings.reads(), settings.seed());
  }

  /** The width that the paper advises (section 4.6): blocks that a read of that length fills. */
  static int advisedWidth(long bytes) {
    return Math.toIntExact((bytes + BLOCK_BYTES - 1) / BLOCK_BYTES);
  }
}
