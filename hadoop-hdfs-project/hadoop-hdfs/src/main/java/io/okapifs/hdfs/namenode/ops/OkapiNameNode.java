package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.file.KnownWidths;
import io.okapifs.hdfs.namenode.file.MixedVersions;
import io.okapifs.hdfs.namenode.file.StockWriters;
import io.okapifs.hdfs.namenode.health.TransitionRules;
import io.okapifs.hdfs.namenode.journal.UnsyncedGroups;
import io.okapifs.hdfs.namenode.placement.EvenPlacement;
import io.okapifs.hdfs.namenode.placement.Lookahead;
import io.okapifs.hdfs.namenode.placement.PlannedPlaces;
import io.okapifs.hdfs.namenode.repair.NodeStates;
import io.okapifs.hdfs.namenode.repair.RepairRounds;
import io.okapifs.hdfs.namenode.scrub.ScrubService;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.seam.LiveSettings;
import java.lang.ref.WeakReference;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * Everything that this software adds to one NameNode beside its block manager: created with the
 * namesystem, which holds it in a woven field, active between {@link #becomeActive} and {@link
 * #becomeStandby}, and closed with it.
 */
public final class OkapiNameNode {

  /** What a NameNode takes while it runs. */
  public static final LiveSettings LIVE =
      new LiveSettings(
          List.of(
              TransitionService.MAX_CONCURRENT_KEY, TransitionService.MAX_PER_OWNER_KEY,
              TransitionService.WINDOW_KEY, TransitionService.BANDWIDTH_KEY,
              TransitionService.SHARE_KEY, TransitionService.RULES_INTERVAL_KEY,
              ScrubService.PERIOD_KEY, Lookahead.KEY,
              MixedVersions.KEY));

  private OkapiNameNode() {}

  /** Of a new namesystem, which is still being built, and asked for nothing. */
  @Woven
  public static OkapiParts newParts(FSNamesystem namesystem) {
    // Weak, as threads of a service must not keep a NameNode that nobody closes.
    WeakReference<FSNamesystem> owner = new WeakReference<>(namesystem);
    TransitionService transitions = new TransitionService(owner);
    return new OkapiParts()
        .put(transitions)
        .put(TransitionRules.class, transitions)
        .put(new RepairRounds(owner))
        .put(new ScrubService(owner))
        .put(new PlannedPlaces())
        .put(new Quarantine())
        .put(new UnsyncedGroups())
        .put(new RepairTotals())
        .put(new NodeStates())
        .put(new KnownWidths())
        .put(new DecoupledState(namesystem))
        .put(new OkapiMetrics(namesystem));
  }

  /**
   * Takes the settings of the NameNode.
   *
   * @throws IllegalArgumentException where one is out of range; nothing was changed then
   */
  @Woven
  public static void configure(FSNamesystem namesystem, Configuration conf) {
    OkapiParts parts = OkapiParts.of(namesystem);
    Lookahead lookahead = Lookahead.of(conf);
    ScrubService.periodMillis(conf);
    parts.get(TransitionService.class).configure(conf);
    parts.get(ScrubService.class).configure(conf);
    parts.get(Quarantine.class).configure(conf);
    parts
        .put(lookahead)
        .put(EvenPlacement.of(conf))
        .put(MixedVersions.of(conf))
        .put(StockWriters.of(conf));
  }

  /**
   * Takes a new value of a live setting.
   *
   * @param value null: the default
   * @return what the NameNode's configuration shall have
   * @throws ReconfigurationException where it is out of range; nothing was changed then
   */
  @Woven
  public static String take(NameNode nameNode, String key, String value)
      throws ReconfigurationException {
    return LiveSettings.take(
        nameNode.getConf(), key, value, conf -> configure(nameNode.getNamesystem(), conf));
  }

  /** Once the NameNode serves writers. */
  @Woven
  public static void becomeActive(FSNamesystem namesystem) {
    TransitionService.of(namesystem).start();
    RepairRounds.of(namesystem).start();
    ScrubService.of(namesystem).start();
  }

  /** Before the NameNode stops to serve writers, or ends. Also of one that was not active. */
  @Woven
  public static void becomeStandby(FSNamesystem namesystem) {
    TransitionService.of(namesystem).stop();
    RepairRounds.of(namesystem).stop();
    ScrubService.of(namesystem).stop();
    OkapiBlocks.becomeStandby(namesystem.getBlockManager());
  }

  /** Shows the counters. */
  @Woven
  public static void register(FSNamesystem namesystem) {
    DecoupledState.of(namesystem).register();
    OkapiParts.of(namesystem).get(OkapiMetrics.class).register();
  }

  /** With the NameNode. */
  @Woven
  public static void close(FSNamesystem namesystem) {
    DecoupledState.of(namesystem).unregister();
    OkapiParts.of(namesystem).get(OkapiMetrics.class).unregister();
  }
}
