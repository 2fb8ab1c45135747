package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Files of one layout and one length. Each random placement is there once for every rotation of the
 * disks, so that all disks hold the same number of blocks.
 */
public final class FileSet {

  /** A disk number that stands for no disk. */
  public static final int NONE_DEAD = -1;

  /** So many that the disks that help a dead one have much the same to do. */
  private static final int PLACEMENTS = 1_000;

  private final ReadSteps steps;
  private final int disks;
  private final int deadDisk;
  private final List<Placement> placements;

  /**
   * @param length bytes of each file
   * @param deadDisk the disk of which every block is lost, or {@link #NONE_DEAD}
   */
  public FileSet(FileLayout layout, long length, int disks, int deadDisk, Random random) {
    this.steps = new ReadSteps(layout, length);
    this.disks = disks;
    this.deadDisk = deadDisk;
    this.placements =
        Stream.generate(() -> Placement.random(layout, length, disks, random))
            .limit(PLACEMENTS).toList();
  }

  FileLayout layout() {
    return steps.layout();
  }

  long length() {
    return steps.length();
  }

  StoredFile draw(Random random) {
    Placement placement = placements.get(random.nextInt(PLACEMENTS));
    return new StoredFile(steps, placement, random.nextInt(disks), deadDisk);
  }
}
