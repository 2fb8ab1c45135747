package io.okapifs.hdfs.namenode.ops;

import static org.apache.hadoop.metrics2.lib.Interns.info;

import io.okapifs.hdfs.namenode.repair.RedundancySweep;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;

/**
 * What an operator must know about decoupled files, for Hadoop's metrics: all that {@link
 * DecoupledState} shows, and what has labels. Everything is kept or counted elsewhere; nothing here
 * takes the namesystem's lock. No value names a path. Any thread may call it.
 */
final class OkapiMetrics implements MetricsSource {

  private static final String RECORD = "Okapi";
  private static final MetricsInfo POLICY = info("Policy", "Policy of the groups");
  private static final MetricsInfo TOLERANCE =
      info("Tolerance", "Losses that a group survives; -1: not all of it can be rebuilt now");
  private static final MetricsInfo PRIORITY = info("Priority", "Of the repair, as HDFS calls it");

  /** In the order of HDFS's queues. */
  private static final List<String> PRIORITIES =
      List.of("highest", "very-low", "low", "badly-distributed", "corrupt");

  private final FSNamesystem namesystem;
  private String name;

  OkapiMetrics(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  synchronized void register() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    // Two NameNodes of one JVM, as in tests, each withdraw their own.
    name =
        system.getSource(RECORD) == null
            ? RECORD
            : RECORD + "-" + Integer.toHexString(System.identityHashCode(this));
    system.register(name, "Decoupled files", this);
  }

  synchronized void unregister() {
    if (name != null) {
      DefaultMetricsSystem.instance().unregisterSource(name);
      name = null;
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    DecoupledState state = DecoupledState.of(namesystem);
    addGroups(record(collector), state);
    addPlaces(record(collector), state);
    addTransitions(record(collector), state);
    addScrub(record(collector), state);
    addRepairs(collector);
    addQueue(collector);
    addTolerances(collector);
  }

  private static MetricsRecordBuilder record(MetricsCollector collector) {
    return collector.addRecord(RECORD).setContext("dfs");
  }

  private static void addGroups(MetricsRecordBuilder record, DecoupledState state) {
    record
        .addGauge(
            info("UnprotectedGroups", "Groups of closed files without parity; they wait for it"),
            state.getUnprotectedGroups())
        .addGauge(
            info("ContradictoryGroups", "Groups whose members contradict each other"),
            state.getContradictoryGroups())
        .addGauge(
            info("QuarantinedFiles", "Files with records that cannot be right"),
            state.getQuarantinedFiles())
        .addCounter(
            info("GroupsFoundUnqueued", "Block groups that nobody was to repair; a bug if not 0"),
            state.getGroupsFoundUnqueued());
  }

  private static void addPlaces(MetricsRecordBuilder record, DecoupledState state) {
    record
        .addCounter(
            info("MembersPlacedOnSharedNodesSinceStart", "Members placed on shared nodes"),
            state.getMembersPlacedOnSharedNodesSinceStart())
        .addCounter(
            info("GroupsPlacedOnSharedNodesSinceStart", "Groups that got such members"),
            state.getGroupsPlacedOnSharedNodesSinceStart())
        .addCounter(
            info("SecondMovesSinceStart", "Blocks that were rebuilt in a bad place and moved"),
            state.getSecondMovesSinceStart())
        .addCounter(
            info("MovesUndoneSinceStart", "Blocks moved to where they were worse, and back"),
            state.getMovesUndoneSinceStart())
        .addCounter(
            info("MovesForTransitionsSinceStart", "Blocks that move for transitions"),
            state.getMovesForTransitionsSinceStart());
  }

  private void addTransitions(MetricsRecordBuilder record, DecoupledState state) {
    record
        .addGauge(
            info("TransitionsWaiting", "Files whose transition waits for its turn"),
            state.getTransitionsWaiting())
        .addGauge(
            info("TransitionsBegun", "Files whose transition has begun"),
            state.getTransitionsBegun())
        .addGauge(
            info("TransitionsSetAside", "Files in transition whose last look failed"),
            state.getTransitionsSetAside())
        .addGauge(
            info("TreeTransitions", "Requests for trees that have not ended"),
            state.getTreeTransitions())
        .addGauge(info("Rules", "Rules for the files of directories"), state.getRules())
        .addCounter(
            info("RuleFilesBegunSinceStart", "Files that rules have queued"),
            state.getRuleFilesBegunSinceStart())
        .addCounter(
            info("RuleFilesDoneSinceStart", "Files that rules have changed"),
            state.getRuleFilesDoneSinceStart())
        .addCounter(
            info("RuleFilesGivenUpSinceStart", "Files of rules that failed or were cancelled"),
            state.getRuleFilesGivenUpSinceStart())
        .addGauge(
            info("OldestTransitionSeconds", "Since the oldest was asked for, paused ones apart"),
            oldestSeconds());
  }

  private static void addScrub(MetricsRecordBuilder record, DecoupledState state) {
    record
        .addGauge(
            info(
                "ScrubOldestSeconds",
                "No group that can be compared was compared longer ago; 0 before the first pass"),
            state.getScrubOldestSeconds())
        .addGauge(
            info(
                "ScrubWrongGroups",
                "Groups whose members contradict each other, by the running and the last pass"),
            state.getScrubWrongGroups())
        .addGauge(
            info("ScrubLeftOutGroups", "Groups that the last pass could not compare"),
            state.getScrubLeftOutGroups());
  }

  /** 0 where there is none. */
  private long oldestSeconds() {
    long now = Time.now();
    long oldest = TransitionService.of(namesystem).queue().oldestMillis().orElse(now);
    return Math.max(0, TimeUnit.MILLISECONDS.toSeconds(now - oldest));
  }

  /** DataNodes name the counters. */
  private void addRepairs(MetricsCollector collector) {
    RepairTotals.of(namesystem).sums().forEach(
        (policy, counts) -> {
          MetricsRecordBuilder record = record(collector).tag(POLICY, policy);
          counts.forEach(
              (counter, count) ->
                  record.addCounter(
                      info("GroupRepairs" + counter, "Of repairs, as DataNodes have told it"),
                      count));
        });
  }

  private void addQueue(MetricsCollector collector) {
    int[] sizes = RepairQueueWindow.sizes(namesystem.getBlockManager());
    MetricsInfo queued = info("RepairQueueBlocks", "Blocks of any layout that wait for repair");
    for (int priority = 0; priority < sizes.length; priority++) {
      record(collector).tag(PRIORITY, PRIORITIES.get(priority)).addGauge(queued, sizes[priority]);
    }
  }

  private void addTolerances(MetricsCollector collector) {
    Optional<RedundancySweep.Pass> pass =
        RedundancySweep.lastPass(namesystem.getBlockManager());
    pass.ifPresent(last -> addTolerances(collector, last));
  }

  private static void addTolerances(MetricsCollector collector, RedundancySweep.Pass last) {
    record(collector)
        .addGauge(
            info("LastSweepAgeSeconds", "Since the last look at all block groups ended"),
            TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - last.endNanos()));
    MetricsInfo groups =
        info("GroupsAtLastSweep", "Groups of closed files by the losses that each survives");
    last.tolerances().byPolicy().forEach(
        (policy, counts) ->
            counts.forEach(
                (tolerance, count) ->
                    record(collector)
                        .tag(POLICY, policy)
                        .tag(TOLERANCE, Integer.toString(tolerance))
                        .addGauge(groups, count)));
  }
}
