package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.Woven;
import io.okapifs.hdfs.repair.TransitionLimits;
import io.okapifs.hdfs.seam.LiveSettings;
import java.lang.ref.WeakReference;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.server.blockmanagement.OkapiBlocks;

/**
 * Everything that this software adds to one NameNode beside its block manager: created with the
 * namesystem, which holds it in a woven field, active between {@link #becomeActive} and {@link
 * #becomeStandby}, and closed with it. Any thread may ask for a part; each part says who may use it.
 */
public final class OkapiNameNode {

  /** What is woven into every namesystem. */
  public interface Held {
    OkapiNameNode okapi();
  }

  /** What a NameNode takes while it runs. */
  public static final LiveSettings LIVE =
      new LiveSettings(
          List.of(
              TransitionService.MAX_CONCURRENT_KEY, TransitionService.MAX_PER_OWNER_KEY,
              TransitionService.WINDOW_KEY, TransitionService.BANDWIDTH_KEY,
              TransitionService.SHARE_KEY, DecoupledPlacement.LOOKAHEAD_KEY, MixedVersions.KEY));

  private final TransitionService transitions;
  private final Quarantine quarantine = new Quarantine();
  private final UnsyncedGroups unsynced = new UnsyncedGroups();
  private final RepairTotals repairs = new RepairTotals();
  private final DecoupledState counters;
  private volatile int lookaheadGroups;
  private volatile boolean hasWidths;
  private volatile MixedVersions mixedVersions;
  private volatile StockWriters stockWriters;
  private volatile ForcedStripeWidth forcedWidth;

  /** The namesystem is still being built, and asked for nothing. */
  public OkapiNameNode(FSNamesystem namesystem) {
    // Weak, as threads of a service must not keep a NameNode that nobody closes.
    this.transitions = new TransitionService(new WeakReference<>(namesystem));
    this.counters = new DecoupledState(namesystem, this);
  }

  public static OkapiNameNode of(Namesystem namesystem) {
    return ((Held) namesystem).okapi();
  }

  /**
   * Takes the settings of the NameNode.
   *
   * @throws IllegalArgumentException where one is out of range; nothing was changed then
   */
  @Woven
  public void configure(Configuration conf) {
    int groups = DecoupledPlacement.lookaheadGroups(conf);
    transitions.configure(conf);
    quarantine.configure(conf);
    lookaheadGroups = groups;
    mixedVersions = MixedVersions.of(conf);
    stockWriters = StockWriters.of(conf);
    forcedWidth = ForcedStripeWidth.of(conf);
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
        nameNode.getConf(), key, value, of(nameNode.getNamesystem())::configure);
  }

  /** Once the NameNode serves writers. */
  @Woven
  public void becomeActive() {
    transitions.start();
  }

  /** Before the NameNode stops to serve writers, or ends. Also of one that was not active. */
  @Woven
  public void becomeStandby(FSNamesystem namesystem) {
    transitions.stop();
    OkapiBlocks.becomeStandby(namesystem.getBlockManager());
  }

  /** Shows the counters. */
  @Woven
  public void register() {
    counters.register();
  }

  /** With the NameNode. */
  @Woven
  public void close() {
    counters.unregister();
  }

  /** What an operator sees of it. */
  public DecoupledState counters() {
    return counters;
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

  @Woven
  StockWriters stockWriters() {
    return stockWriters;
  }

  /** Null but in tests. */
  @Woven
  ForcedStripeWidth forcedWidth() {
    return forcedWidth;
  }

  Quarantine quarantine() {
    return quarantine;
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
    counters.countMove();
    transitions.queue().countMove(inodeId);
  }

  /** Whether the transition of a file that has begun waits for the time of day. */
  public boolean isOutsideWindow(long inodeId) {
    return transitions.queue().isOutsideWindow(inodeId);
  }

  @Woven
  TransitionService transitions() {
    return transitions;
  }

  /** What limits what each DataNode moves for transitions. */
  public TransitionLimits transitionLimits() {
    return transitions.limits();
  }

  RepairTotals repairs() {
    return repairs;
  }
}
