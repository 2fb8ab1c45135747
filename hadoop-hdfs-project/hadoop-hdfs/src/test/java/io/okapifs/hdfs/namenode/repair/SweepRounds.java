package io.okapifs.hdfs.namenode.repair;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** How often a look at all block groups takes the lock. */
public final class SweepRounds {

  private SweepRounds() {}

  /** Holds of the lock in a pass, with so many looks in each. */
  public static int holds(FSNamesystem namesystem, int looks) {
    AtomicLong clock = new AtomicLong();
    long lookNanos = (RepairRounds.HOLD_NANOS + looks - 1) / looks;
    PlacementSweep sweep = new PlacementSweep(() -> clock.getAndAdd(lookNanos));
    if (sweep.hasWork()) {
      throw new IllegalStateException("a pass began without a reason");
    }
    sweep.begin();
    int holds = 0;
    while (sweep.hasWork()) {
      sweep.hold(namesystem.getBlockManager());
      holds++;
    }
    return holds;
  }
}
