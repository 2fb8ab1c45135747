package org.apache.hadoop.hdfs.server.namenode;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.GroupRun;
import org.apache.hadoop.hdfs.server.blockmanagement.OkapiBlocks;
import org.apache.hadoop.metrics2.util.MBeans;
import org.eclipse.jetty.util.ajax.JSON;

/** Counts what an operator must know about decoupled files. Any thread may call it. */
public final class DecoupledState implements DecoupledStateMBean {

  private final FSNamesystem namesystem;
  private final OkapiNameNode owner;
  private final AtomicLong membersOnSharedNodes = new AtomicLong();
  private final AtomicLong groupsOnSharedNodes = new AtomicLong();
  private final AtomicLong movesForTransitions = new AtomicLong();
  private final AtomicLong secondMoves = new AtomicLong();
  private final AtomicLong groupsFoundUnqueued = new AtomicLong();
  private ObjectName name;

  DecoupledState(FSNamesystem namesystem, OkapiNameNode owner) {
    this.namesystem = namesystem;
    this.owner = owner;
  }

  synchronized void register() {
    name = MBeans.register("NameNode", "DecoupledState", this);
  }

  synchronized void unregister() {
    if (name != null) {
      MBeans.unregister(name);
      name = null;
    }
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

  @Override
  public long getMembersPlacedOnSharedNodesSinceStart() {
    return membersOnSharedNodes.get();
  }

  @Override
  public long getGroupsPlacedOnSharedNodesSinceStart() {
    return groupsOnSharedNodes.get();
  }

  @Override
  public long getQuarantinedFiles() {
    return owner.quarantine().count(namesystem.getFSDirectory());
  }

  @Override
  public long getTransitionsWaiting() {
    return owner.transitions().queue().waiting();
  }

  @Override
  public long getTransitionsBegun() {
    return owner.transitions().queue().begun().size();
  }

  @Override
  public long getTransitionsSetAside() {
    return owner.transitions().queue().aside();
  }

  /** Counts a block of a file in transition that moves. */
  void countMove() {
    movesForTransitions.incrementAndGet();
  }

  @Override
  public long getMovesForTransitionsSinceStart() {
    return movesForTransitions.get();
  }

  /** Counts a block that moves to a node which was busy for seconds when it was rebuilt elsewhere. */
  public void countSecondMove() {
    secondMoves.incrementAndGet();
  }

  @Override
  public long getSecondMovesSinceStart() {
    return secondMoves.get();
  }

  /** Counts a block group that missed blocks and that nobody was to repair. */
  public void countUnqueued() {
    groupsFoundUnqueued.incrementAndGet();
  }

  @Override
  public long getGroupsFoundUnqueued() {
    return groupsFoundUnqueued.get();
  }

  @Override
  public String getGroupRepairs() {
    return JSON.toString(owner.repairs().sums());
  }

  @Override
  public long getContradictoryGroups() {
    return OkapiBlocks.of(namesystem.getBlockManager()).contradictory().count();
  }

  @Override
  public long getUnprotectedGroups() {
    return OkapiBlocks.of(namesystem.getBlockManager()).unprotected().count();
  }
}
