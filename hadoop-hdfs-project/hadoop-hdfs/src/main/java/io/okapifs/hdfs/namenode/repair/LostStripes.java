package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * Data stripes in the queue of what is lost, of which HDFS repairs nothing. A stripe that has lost
 * a block for good may miss others that can be rebuilt, or have some on nodes that leave. It stays
 * in that queue, and its repair is planned from there, a few stripes in each round.
 *
 * <p>Called by {@link RepairRounds} alone, without a lock.
 */
public final class LostStripes {

  /** Planned under one hold of the lock, as in {@link RepairRound}. */
  private static final int PORTION = 16;

  /** Blocks of the queue before the next one to look at. */
  private int position;

  static void step(BlockManager blocks) {
    OkapiParts.of(blocks).get(LostStripes.class).plan(blocks);
  }

  /** As many as HDFS plans of others in one second: it has rounds of three. */
  private static int most(BlockManager blocks) {
    int nodes = blocks.getDatanodeManager().getNumLiveDataNodes();
    return Math.max(PORTION, nodes * blocks.getBlocksReplWorkMultiplier() / 3);
  }

  private void plan(BlockManager blocks) {
    List<BlockInfo> stripes = BlockManagerWindow.read(blocks, () -> next(blocks, most(blocks)));
    for (int from = 0; from < stripes.size(); from += PORTION) {
      RepairQueueWindow.repairLost(
          blocks, stripes.subList(from, Math.min(stripes.size(), from + PORTION)));
    }
  }

  private List<BlockInfo> next(BlockManager blocks, int most) {
    List<BlockInfo> found = new ArrayList<>();
    Iterator<BlockInfo> lost = blocks.getCorruptReplicaBlockIterator();
    int passed = 0;
    while (lost.hasNext() && found.size() < most) {
      BlockInfo block = lost.next();
      if (passed++ >= position && block instanceof BlockInfoStripedData && !block.isDeleted()) {
        found.add(block);
      }
    }
    position = lost.hasNext() ? passed : 0;
    return found;
  }
}
