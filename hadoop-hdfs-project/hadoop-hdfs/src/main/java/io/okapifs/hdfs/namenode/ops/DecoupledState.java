package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.health.UnprotectedGroups;
import io.okapifs.hdfs.namenode.placement.PlacementCounters;
import io.okapifs.hdfs.namenode.scrub.ScrubService;
import io.okapifs.hdfs.namenode.transition.RuleBook;
import io.okapifs.hdfs.namenode.transition.TransitionQueue;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.metrics2.util.MBeans;
import org.eclipse.jetty.util.ajax.JSON;

/** Counts what an operator must know about decoupled files. Any thread may call it. */
public final class DecoupledState implements DecoupledStateMBean {

  private final FSNamesystem namesystem;
  private ObjectName name;

  DecoupledState(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  public static DecoupledState of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(DecoupledState.class);
  }

  private PlacementCounters placement() {
    return PlacementCounters.of(namesystem.getBlockManager());
  }

  private TransitionQueue queue() {
    return TransitionService.of(namesystem).queue();
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

  @Override
  public long getMembersPlacedOnSharedNodesSinceStart() {
    return placement().membersOnSharedNodes();
  }

  @Override
  public long getGroupsPlacedOnSharedNodesSinceStart() {
    return placement().groupsOnSharedNodes();
  }

  @Override
  public long getQuarantinedFiles() {
    return Quarantine.of(namesystem).count(namesystem.getFSDirectory());
  }

  @Override
  public long getTransitionsWaiting() {
    return queue().waiting();
  }

  @Override
  public long getTreeTransitions() {
    return TransitionService.of(namesystem).trees().size();
  }

  private RuleBook rules() {
    return TransitionService.of(namesystem).rules();
  }

  @Override
  public long getRules() {
    return rules().size();
  }

  @Override
  public long getRuleFilesBegunSinceStart() {
    return rules().begun();
  }

  @Override
  public long getRuleFilesDoneSinceStart() {
    return rules().done();
  }

  @Override
  public long getRuleFilesGivenUpSinceStart() {
    return rules().givenUp();
  }

  @Override
  public long getTransitionsBegun() {
    return queue().begun().size();
  }

  @Override
  public long getTransitionsSetAside() {
    return queue().aside();
  }

  @Override
  public long getMovesForTransitionsSinceStart() {
    return TransitionService.of(namesystem).moves();
  }

  @Override
  public long getSecondMovesSinceStart() {
    return placement().secondMoves();
  }

  @Override
  public long getMovesUndoneSinceStart() {
    return placement().undoneMoves();
  }

  @Override
  public long getGroupsFoundUnqueued() {
    return placement().unqueued();
  }

  @Override
  public String getGroupRepairs() {
    return JSON.toString(RepairTotals.of(namesystem).sums());
  }

  @Override
  public long getContradictoryGroups() {
    return ContradictoryGroups.of(namesystem.getBlockManager()).count();
  }

  @Override
  public long getScrubOldestSeconds() {
    return ScrubService.of(namesystem).oldestSeconds();
  }

  @Override
  public long getScrubWrongGroups() {
    return ScrubService.of(namesystem).wrongGroups();
  }

  @Override
  public long getScrubLeftOutGroups() {
    return ScrubService.of(namesystem).leftOutGroups();
  }

  @Override
  public long getUnprotectedGroups() {
    return UnprotectedGroups.of(namesystem.getBlockManager()).count();
  }
}
