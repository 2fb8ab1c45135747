package io.okapifs.bench.sim;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Files of one layout and one length. Each random placement is there once for every rotation of the
 * disks, so that all disks hold the same number of blocks.
 */
public final class FileSet {

  /** A disk number that stands for no disk. */
  public static final int NONE_DEAD = -1;

  private static final int PLACEMENTS = 50;

  private final FileLayout layout;
  private final long length;
  private final List<StoredFile> files = new ArrayList<>();

  /**
   * @param length bytes of each file
   * @param deadDisk the disk of which every block is lost, or {@link #NONE_DEAD}
   */
  public FileSet(FileLayout layout, long length, int disks, int deadDisk, Random random) {
    this.layout = layout;
    this.length = length;
    ReadSteps steps = new ReadSteps(layout, length);
    for (int i = 0; i < PLACEMENTS; i++) {
      Placement placement = Placement.random(layout, length, disks, random);
      for (int by = 0; by < disks; by++) {
        files.add(new StoredFile(steps, placement.rotated(by), deadDisk));
      }
    }
  }

  FileLayout layout() {
    return layout;
  }

  long length() {
    return length;
  }

  StoredFile draw(Random random) {
    return files.get(random.nextInt(files.size()));
  }
}
