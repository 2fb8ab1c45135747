package io.okapifs.hdfs.namenode.placement;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Counts how blocks were placed, since the NameNode started. Any thread may call it. */
public final class PlacementCounters {

  private final AtomicLong membersOnSharedNodes = new AtomicLong();
  private final AtomicLong groupsOnSharedNodes = new AtomicLong();
  private final AtomicLong secondMoves = new AtomicLong();
  private final AtomicLong undoneMoves = new AtomicLong();
  private final AtomicLong unqueued = new AtomicLong();

  public static PlacementCounters of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(PlacementCounters.class);
  }

  /**
   * Counts what a placement of blocks adds to shared nodes.
   *
   * @param runs the blocks in their order
   * @param storages their places
   */
  public void countPlaced(List<GroupRun> runs, List<DatanodeStorageInfo> storages) {
    int from = 0;
    for (GroupRun run : runs) {
      int to = from + run.length();
      int before = GroupRun.shared(run.members());
      int after = GroupRun.shared(run.with(storages.subList(from, to)));
      membersOnSharedNodes.addAndGet(after - before);
      groupsOnSharedNodes.addAndGet(before == 0 && after > 0 ? 1 : 0);
      from = to;
    }
  }

  /**
   * Counts a block that moves to a node which was busy for seconds when it was rebuilt elsewhere.
   */
  public void countSecondMove() {
    secondMoves.incrementAndGet();
  }

  /** Counts a block that was moved to where it was worse for its groups, and stays. */
  public void countUndoneMove() {
    undoneMoves.incrementAndGet();
  }

  /** Counts a block group that missed blocks and that nobody was to repair. */
  public void countUnqueued() {
    unqueued.incrementAndGet();
  }

  /** Members that were placed on a node with another member of their group. */
  public long membersOnSharedNodes() {
    return membersOnSharedNodes.get();
  }

  /** Groups that got such members. */
  public long groupsOnSharedNodes() {
    return groupsOnSharedNodes.get();
  }

  public long secondMoves() {
    return secondMoves.get();
  }

  public long undoneMoves() {
    return undoneMoves.get();
  }

  public long unqueued() {
    return unqueued.get();
  }
}
