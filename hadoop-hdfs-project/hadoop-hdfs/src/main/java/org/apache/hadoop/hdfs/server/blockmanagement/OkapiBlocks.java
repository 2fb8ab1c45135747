package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;


/**
 * Everything that this software adds to one block manager, which holds it in a woven field. What an
 * active NameNode alone may know is forgotten when it becomes standby: in the meantime another one has
 * repaired, placed and closed what this one knows nothing of.
 *
 * <p>Any thread may ask for a part; each part says who may use it.
 */
public final class OkapiBlocks {

  /** What is woven into every block manager. */
  public interface Held {
    OkapiBlocks okapi();
  }

  /** Of one time as active NameNode. */
  private static final class Term {
    private final EncodingSlots encodings = new EncodingSlots();
    private final EarlierTargets targets = new EarlierTargets();
    private final HelperLoads helpers = new HelperLoads();
    private final OverdueReports overdue = new OverdueReports();
    private final RecoveryClock recovery = new RecoveryClock();
    private final OpenBlocks open = new OpenBlocks();
    private final PlacementSweep placement = new PlacementSweep();
    private final RedundancySweep redundancy = new RedundancySweep();
  }

  /** Kept on a standby, too: DataNodes do what they were told, and tell standbys as well. */
  private final DeletionOrders deletions = new DeletionOrders();

  private final UnprotectedGroups unprotected = new UnprotectedGroups();
  private final ContradictoryGroups contradictory = new ContradictoryGroups();

  private volatile Term term = new Term();

  public static OkapiBlocks of(BlockManager blocks) {
    return ((Held) blocks).okapi();
  }

  /** Forgets what only an active NameNode may know. */
  public static void becomeStandby(BlockManager blocks) {
    of(blocks).term = new Term();
  }

  DeletionOrders deletions() {
    return deletions;
  }

  /** Parity groups that nothing of is left. */
  public UnprotectedGroups unprotected() {
    return unprotected;
  }

  /** Parity groups that are not repaired since their members contradict each other. */
  public ContradictoryGroups contradictory() {
    return contradictory;
  }

  EncodingSlots encodings() {
    return term.encodings;
  }

  EarlierTargets targets() {
    return term.targets;
  }

  HelperLoads helpers() {
    return term.helpers;
  }

  OverdueReports overdue() {
    return term.overdue;
  }

  RecoveryClock recovery() {
    return term.recovery;
  }

  @Woven
  OpenBlocks open() {
    return term.open;
  }

  @Woven
  PlacementSweep placement() {
    return term.placement;
  }

  @Woven
  RedundancySweep redundancy() {
    return term.redundancy;
  }
}
