package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Files of one layout and one length, on disks of which one may be dead. */
public final class FileSet {

  /** A disk number that stands for no disk. */
  public static final int NONE_DEAD = -1;

  /** So many that the disks that help a dead one have much the same to do. */
  private static final int PLACEMENTS = 1_000;

  private final ReadSteps steps;
  private final int deadDisk;
  private final List<Placement> placements;
  private final int rotations;

  private FileSet(
      FileLayout layout, long length, int deadDisk, List<Placement> placements, int rotations) {
    this.steps = new ReadSteps(layout, length);
    this.deadDisk = deadDisk;
    this.placements = placements;
    this.rotations = rotations;
  }

  /**
   * Each random placement is there once for every rotation of the disks, so that all disks hold the
   * same number of blocks.
   *
   * @param length bytes of each file
   * @param deadDisk the disk of which every block is lost, or {@link #NONE_DEAD}
   */
  public static FileSet random(
      FileLayout layout, long length, int disks, int deadDisk, Random random) {
    return new FileSet(
        layout, length, deadDisk,
        Stream.generate(() -> Placement.random(layout, length, disks, random))
            .limit(PLACEMENTS).toList(),
        disks);
  }

  /**
   * One file for each placement.
   *
   * @param length bytes of each file
   * @param deadDisk the disk of which every block is lost, or {@link #NONE_DEAD}
   */
  public static FileSet of(
      FileLayout layout, long length, int deadDisk, List<Placement> placements) {
    return new FileSet(layout, length, deadDisk, List.copyOf(placements), 1);
  }

  FileLayout layout() {
    return steps.layout();
  }

  long length() {
    return steps.length();
  }

  StoredFile draw(Random random) {
    Placement placement = placements.get(random.nextInt(placements.size()));
    return new StoredFile(steps, placement, random.nextInt(rotations), deadDisk);
  }
}
