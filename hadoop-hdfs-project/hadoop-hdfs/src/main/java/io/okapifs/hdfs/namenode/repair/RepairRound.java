package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;

/**
 * The blocks that the NameNode plans the repair of in one round. Upstream plans them all under one
 * write lock. A decoupled block group costs more, for its groups lie in other block groups: where
 * there are any, the lock is let go of in between.
 */
public final class RepairRound {

  /** Planned without letting go of the lock, more where a round would have too many parts. */
  static final int PART = 16;

  /** Waiting for the lock again costs time, too: about so many parts are enough. */
  static final int PARTS = 64;

  private RepairRound() {}

  /**
   * The same blocks in the same order, in parts.
   *
   * @param byPriority one list for each priority
   * @return lists of that form; the one given where no block group is decoupled
   */
  @Woven
  public static List<List<List<BlockInfo>>> parts(List<List<BlockInfo>> byPriority) {
    if (byPriority.stream().flatMap(List::stream).noneMatch(BlockInfoDecoupled::isDecoupled)) {
      return List.of(byPriority);
    }
    int total = byPriority.stream().mapToInt(List::size).sum();
    int most = Math.max(PART, total / PARTS);
    List<List<List<BlockInfo>>> parts = new ArrayList<>();
    for (int priority = 0; priority < byPriority.size(); priority++) {
      List<BlockInfo> blocks = byPriority.get(priority);
      for (int from = 0; from < blocks.size(); from += most) {
        List<List<BlockInfo>> part =
            new ArrayList<>(Collections.nCopies(byPriority.size(), List.of()));
        part.set(priority, blocks.subList(from, Math.min(blocks.size(), from + most)));
        parts.add(part);
      }
    }
    return parts;
  }
}
