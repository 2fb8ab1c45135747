package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.Rounds;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * What an active NameNode does for decoupled block groups at its own pace: it notices nodes that
 * came, went or changed their state, and looks for what lies badly, is missed or was lost. Nothing
 * that is committed or deleted waits for it.
 */
public final class RepairRounds {

  /** HDFS looks at its queue of repairs every three seconds: what is queued is found by then. */
  /** Of the namesystem's lock, by a step that changes the queue: writers wait meanwhile. */
  static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private static final long PAUSE_MILLIS = 1000;

  /** Weak, as threads must not keep a NameNode that nobody closes. */
  private final WeakReference<FSNamesystem> owner;

  private final Rounds rounds =
      new Rounds(
          "repairRounds", () -> PAUSE_MILLIS, step(NodeWatch::step), step(ChangedGroups::step),
          step(PlacementSweep::step), step(RedundancySweep::step), step(LostStripes::step));

  public RepairRounds(WeakReference<FSNamesystem> owner) {
    this.owner = owner;
  }

  public static RepairRounds of(Namesystem namesystem) {
    return OkapiParts.of(namesystem).get(RepairRounds.class);
  }

  private Runnable step(Consumer<BlockManager> step) {
    return () -> {
      FSNamesystem namesystem = owner.get();
      if (namesystem == null) {
        stop();
      } else if (namesystem.getBlockManager().isPopulatingReplQueues()
          && !namesystem.isInSafeMode()) {
        step.accept(namesystem.getBlockManager());
      }
    };
  }

  /** When the NameNode has become active. */
  public void start() {
    rounds.start();
  }

  /** When it ceases to be; the caller may hold the namesystem's lock. */
  public void stop() {
    rounds.stop();
  }
}
