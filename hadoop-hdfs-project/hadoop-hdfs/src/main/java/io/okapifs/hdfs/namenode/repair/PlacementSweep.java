package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.Iterator;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Looks at all decoupled block groups again after a node has become usable, since members that
 * share nodes or crowd on racks may now lie better. Every round looks at
 * some; nodes that come meanwhile are the reason for one more pass.
 *
 * <p>What is done in one round is bounded, and nothing is remembered but the position.
 */
public final class PlacementSweep {

  /** Ten thousand in three seconds. */
  private static final int LOOKS_PER_ROUND = 10_000 / 3;

  private final int looksPerRound;

  /** Whether a node has become usable since the pass began. */
  private volatile boolean due;

  /** Where the pass is; null between passes. */
  private volatile Iterator<BlockInfo> position;

  public PlacementSweep() {
    this(LOOKS_PER_ROUND);
  }

  /**
   * With another bound.
   *
   * @param looksPerRound block groups; one that does not lie well costs as many as there are nodes
   */
  PlacementSweep(int looksPerRound) {
    this.looksPerRound = looksPerRound;
  }

  /** In every round of a NameNode that repairs; the caller holds no lock. */
  static void step(BlockManager blocks) {
    of(blocks).stepOn(blocks);
  }

  static PlacementSweep of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(PlacementSweep.class);
  }

  /** After a node has become usable. */
  void begin() {
    due = true;
  }

  void stepOn(BlockManager blocks) {
    if (!BlockInfoDecoupled.wereMade() || !due && position == null) {
      return;
    }
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    namesystem.writeLock();
    try {
      look(blocks);
    } finally {
      namesystem.writeUnlock();
    }
  }

  boolean isUnderWay() {
    return position != null;
  }

  private void look(BlockManager blocks) {
    if (position == null) {
      due = false;
      // Upstream's scans, too, keep this iterator while blocks come and go.
      position = BlockManagerWindow.allBlocks(blocks);
    }
    int nodes = blocks.getDatanodeManager().getNetworkTopology().getNumOfLeaves();
    for (int left = looksPerRound; left > 0 && position.hasNext(); left--) {
      BlockInfo block = position.next();
      if (BlockInfoDecoupled.isDecoupled(block) && !FullScan.passesOver(blocks, block)) {
        GroupSiblings.queueIfMisplaced(blocks, (BlockInfoDecoupled) block);
        left -= nodes * (1 + FullScan.lookAround(blocks, block));
      }
    }
    if (!position.hasNext()) {
      position = null;
    }
  }
}
