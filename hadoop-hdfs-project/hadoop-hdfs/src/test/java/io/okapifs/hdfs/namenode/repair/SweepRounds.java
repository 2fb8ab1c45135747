package io.okapifs.hdfs.namenode.repair;

import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** How many rounds a look at all block groups takes. */
public final class SweepRounds {

  private SweepRounds() {}

  /** Rounds of a pass with a bound for each. */
  public static int count(FSNamesystem namesystem, int looksPerRound) {
    PlacementSweep sweep = new PlacementSweep(looksPerRound);
    sweep.stepOn(namesystem.getBlockManager());
    if (sweep.isUnderWay()) {
      throw new IllegalStateException("a pass began without a reason");
    }
    sweep.begin();
    int rounds = 0;
    do {
      sweep.stepOn(namesystem.getBlockManager());
      rounds++;
    } while (sweep.isUnderWay());
    return rounds;
  }
}
