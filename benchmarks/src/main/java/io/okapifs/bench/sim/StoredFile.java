package io.okapifs.bench.sim;

import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.LostBlocks;
import io.okapifs.hdfs.read.Source;
import java.util.List;

/** A file on the disks, of which one may be dead. */
final class StoredFile {

  private final ReadSteps steps;
  private final Placement placement;
  private final int rotation;
  private final int deadDisk;

  /**
   * @param rotation by which every block lies further than the placement says
   * @param deadDisk none of the disks where nothing is lost
   */
  StoredFile(ReadSteps steps, Placement placement, int rotation, int deadDisk) {
    this.steps = steps;
    this.placement = placement;
    this.rotation = rotation;
    this.deadDisk = deadDisk;
  }

  int diskOf(Source source) {
    int disk = placement.diskOf(source, steps.layout().policy().r());
    return (disk + rotation) % placement.disks();
  }

  List<ReadStep> steps(ByteRange range) {
    return deadDisk == FileSet.NONE_DEAD ? steps.of(range) : steps.of(lost(), range);
  }

  private LostBlocks lost() {
    LostBlocks lost = new LostBlocks();
    int r = steps.layout().policy().r();
    for (int block = 0; block < placement.data().length; block++) {
      addLost(lost, Source.data(block));
    }
    for (int i = 0; i < placement.parity().length; i++) {
      addLost(lost, Source.parity(i / r, i % r, 0));
    }
    return lost;
  }

  private void addLost(LostBlocks lost, Source source) {
    if (diskOf(source) == deadDisk) {
      lost.add(source, "disk " + deadDisk + " is dead");
    }
  }
}
