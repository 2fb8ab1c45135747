package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedData;

/**
 * Data stripes in the queue of what is lost. Upstream goes through that queue for blocks that were
 * deleted, and repairs nothing in it; yet a stripe that has lost a block for good may miss others
 * that can be rebuilt, or have some on nodes that leave. It stays in that queue, and is handed out
 * from there.
 *
 * <p>Guarded by the queue's own lock.
 */
public final class LostStripes {

  /** What upstream looked at since blocks were handed out last: no more than it may hand out. */
  private final Set<BlockInfo> seen = new LinkedHashSet<>();

  @Woven
  public void see(BlockInfo block) {
    if (block instanceof BlockInfoStripedData && !block.isDeleted()) {
      seen.add(block);
    }
  }

  /**
   * Adds the lost stripes among the blocks that upstream has just looked at.
   *
   * @param chosen what upstream hands out, by priority; as it has come to the queue of what is lost
   *     only with all others in the list, that queue's place is the next
   */
  @Woven
  public List<List<BlockInfo>> handOut(List<List<BlockInfo>> chosen) {
    chosen.forEach(level -> level.forEach(seen::remove));
    if (!seen.isEmpty()) {
      chosen.add(new ArrayList<>(seen));
      seen.clear();
    }
    return chosen;
  }
}
