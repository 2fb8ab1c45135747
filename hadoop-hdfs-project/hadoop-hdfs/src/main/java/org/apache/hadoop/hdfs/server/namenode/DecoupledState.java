package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.seam.LiveSettings;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.server.blockmanagement.ContradictoryGroups;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.GroupRun;
import org.apache.hadoop.hdfs.server.blockmanagement.UnprotectedGroups;
import org.apache.hadoop.metrics2.util.MBeans;
import org.eclipse.jetty.util.ajax.JSON;

/** Counts what an operator must know about decoupled files; one per NameNode. */
public final class DecoupledState implements DecoupledStateMBean {

  /** What a NameNode takes while it runs. */
  public static final LiveSettings LIVE =
      new LiveSettings(
          List.of(
              TransitionService.MAX_CONCURRENT_KEY, TransitionService.MAX_PER_OWNER_KEY,
              TransitionService.WINDOW_KEY, DecoupledPlacement.LOOKAHEAD_KEY, MixedVersions.KEY));

  /** By namesystem, because tests run several NameNodes in one JVM. */
  private static final Map<Namesystem, DecoupledState> STATES = new WeakHashMap<>();

  private final WeakReference<Namesystem> namesystem;
  private final AtomicLong membersOnSharedNodes = new AtomicLong();
  private final AtomicLong groupsOnSharedNodes = new AtomicLong();
  private final AtomicLong movesForTransitions = new AtomicLong();
  private final AtomicLong secondMoves = new AtomicLong();
  private final AtomicLong groupsFoundUnqueued = new AtomicLong();
  private final TransitionService transitions;
  private final Quarantine quarantine = new Quarantine();
  private final UnsyncedGroups unsynced = new UnsyncedGroups();
  private final UnprotectedGroups unprotected = new UnprotectedGroups();
  private final ContradictoryGroups contradictory = new ContradictoryGroups();
  private final RepairTotals repairs = new RepairTotals();
  private volatile int lookaheadGroups;
  private volatile boolean hasWidths;
  private volatile MixedVersions mixedVersions;
  private ObjectName name;

  private DecoupledState(Namesystem namesystem) {
    this.namesystem = new WeakReference<>(namesystem);
    this.transitions = new TransitionService(this.namesystem);
  }

  public static DecoupledState of(Namesystem namesystem) {
    synchronized (STATES) {
      return STATES.computeIfAbsent(namesystem, DecoupledState::new);
    }
  }

  public static void register(FSNamesystem namesystem) {
    synchronized (STATES) {
      DecoupledState state = of(namesystem);
      state.name = MBeans.register("NameNode", "DecoupledState", state);
    }
  }

  public static void unregister(FSNamesystem namesystem) {
    synchronized (STATES) {
      DecoupledState state = STATES.remove(namesystem);
      if (state != null) {
        MBeans.unregister(state.name);
      }
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

  /**
   * Takes the settings of the NameNode.
   *
   * @throws IllegalArgumentException where one is out of range; nothing was changed then
   */
  public void configure(Configuration conf) {
    int groups = DecoupledPlacement.lookaheadGroups(conf);
    transitions.configure(conf);
    quarantine.configure(conf);
    lookaheadGroups = groups;
    mixedVersions = MixedVersions.of(conf);
  }

  /**
   * Takes a new value of a live setting.
   *
   * @param value null: the default
   * @return what the NameNode's configuration shall have
   * @throws ReconfigurationException where it is out of range; nothing was changed then
   */
  public static String take(NameNode nameNode, String key, String value)
      throws ReconfigurationException {
    return LiveSettings.take(
        nameNode.getConf(), key, value, of(nameNode.getNamesystem())::configure);
  }

  /** Remembers that a file has a stripe width, or has had one. */
  void noteWidth() {
    if (!hasWidths) {
      hasWidths = true;
    }
  }

  /** Whether a file has a stripe width, or has had one since this NameNode started. */
  boolean hasWidths() {
    return hasWidths;
  }

  MixedVersions mixedVersions() {
    return mixedVersions;
  }

  Quarantine quarantine() {
    return quarantine;
  }

  @Override
  public long getQuarantinedFiles() {
    return quarantine.count(((FSNamesystem) namesystem.get()).getFSDirectory());
  }

  int lookaheadGroups() {
    return lookaheadGroups;
  }

  /** Parity groups that no DataNode may be asked for yet. */
  public UnsyncedGroups unsynced() {
    return unsynced;
  }

  /** Counts a group of a file in transition that a DataNode was asked to encode. */
  public void countAsked(long inodeId, int group) {
    transitions.queue().countAsked(inodeId, group);
  }

  /** Counts a block of a file in transition that a DataNode was asked to move for its new groups. */
  public void countMove(long inodeId) {
    movesForTransitions.incrementAndGet();
    transitions.queue().countMove(inodeId);
  }

  @Override
  public long getTransitionsWaiting() {
    return transitions.queue().waiting();
  }

  @Override
  public long getTransitionsBegun() {
    return transitions.queue().begun().size();
  }

  @Override
  public long getTransitionsSetAside() {
    return transitions.queue().aside();
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

  /** Whether the transition of a file that has begun waits for the time of day. */
  public boolean isResting(long inodeId) {
    return transitions.queue().isResting(inodeId);
  }

  TransitionService transitions() {
    return transitions;
  }

  RepairTotals repairs() {
    return repairs;
  }

  @Override
  public String getGroupRepairs() {
    return JSON.toString(repairs.sums());
  }

  /** Parity groups that nothing of is left. */
  public UnprotectedGroups unprotected() {
    return unprotected;
  }

  /** Parity groups that are not repaired since their members contradict each other. */
  public ContradictoryGroups contradictory() {
    return contradictory;
  }

  @Override
  public long getContradictoryGroups() {
    return contradictory.count();
  }

  @Override
  public long getUnprotectedGroups() {
    return unprotected.count();
  }
}
