package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.Iterator;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Looks at all decoupled block groups again after a node has become usable, since members that
 * share nodes or crowd on racks may now lie better. Every round looks for a while; nodes that come
 * meanwhile are the reason for one more pass.
 *
 * <p>Nothing is remembered but the position.
 */
public final class PlacementSweep {

  /** In one round: 2% of the lock's time, in which five million block groups pass in an hour. */
  private static final int HOLDS_PER_ROUND = 5;

  private final LongSupplier nanos;

  /** Whether a node has become usable since the pass began. */
  private volatile boolean due;

  /** Where the pass is; null between passes. */
  private volatile Iterator<BlockInfo> position;

  public PlacementSweep() {
    this(System::nanoTime);
  }

  /** With a clock of its own, which is asked at the beginning of a hold and after each look. */
  PlacementSweep(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** In every round of a NameNode that repairs; the caller holds no lock. */
  static void step(BlockManager blocks) {
    PlacementSweep sweep = of(blocks);
    for (int hold = 0; hold < HOLDS_PER_ROUND && sweep.hasWork(); hold++) {
      sweep.hold(blocks);
    }
  }

  static PlacementSweep of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(PlacementSweep.class);
  }

  /** After a node has become usable. */
  void begin() {
    due = true;
  }

  boolean hasWork() {
    return BlockInfoDecoupled.wereMade() && (due || position != null);
  }

  /** Looks for as long as the lock may be held. */
  void hold(BlockManager blocks) {
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    namesystem.writeLock();
    try {
      look(blocks);
    } finally {
      namesystem.writeUnlock();
    }
  }

  private void look(BlockManager blocks) {
    if (position == null) {
      due = false;
      // Upstream's scans, too, keep this iterator while blocks come and go.
      position = BlockManagerWindow.allBlocks(blocks);
    }
    long end = nanos.getAsLong() + RepairRounds.HOLD_NANOS;
    for (boolean inTime = true; inTime && position.hasNext();) {
      look(blocks, position.next());
      inTime = nanos.getAsLong() - end < 0;
    }
    if (!position.hasNext()) {
      position = null;
    }
  }

  private static void look(BlockManager blocks, BlockInfo block) {
    if (BlockInfoDecoupled.isDecoupled(block) && !FullScan.passesOver(blocks, block)) {
      GroupSiblings.queueIfMisplaced(blocks, block);
      FullScan.lookAround(blocks, block);
    }
  }
}
