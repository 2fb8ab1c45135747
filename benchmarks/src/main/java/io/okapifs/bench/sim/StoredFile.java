package io.okapifs.bench.sim;

import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.LostBlocks;
import io.okapifs.hdfs.read.Source;
import java.util.List;

/** A file on the disks, of which one may be dead. */
final class StoredFile {

  private final ReadSteps steps;
  private final Placement placement;
  private final LostBlocks lost = new LostBlocks();
  private boolean losesNothing = true;

  /**
   * @param deadDisk none of the disks where nothing is lost
   */
  StoredFile(ReadSteps steps, Placement placement, int deadDisk) {
    this.steps = steps;
    this.placement = placement;
    int r = steps.layout().policy().r();
    for (int block = 0; block < placement.data().length; block++) {
      loseOn(deadDisk, Source.data(block));
    }
    for (int i = 0; i < placement.parity().length; i++) {
      loseOn(deadDisk, Source.parity(i / r, i % r, 0));
    }
  }

  private void loseOn(int deadDisk, Source source) {
    if (diskOf(source) == deadDisk) {
      losesNothing = false;
      lost.add(source, "disk " + deadDisk + " is dead");
    }
  }

  int diskOf(Source source) {
    return placement.diskOf(source, steps.layout().policy().r());
  }

  List<ReadStep> steps(ByteRange range) {
    return losesNothing ? steps.of(range) : steps.of(lost, range);
  }
}
