package io.okapifs.hdfs.namenode.health;

import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.BlockUCState;
import org.apache.hadoop.util.Time;

/**
 * Committed data stripes that wait for DataNodes to report what they have acknowledged. A node that
 * died in between never will; after a grace the stripe counts as stored if its groups survive the
 * loss of all that is unreported. Within the grace a reader that follows the writer finds every
 * block in its place.
 */
public final class OverdueReports {

  /** Half of HDFS's heartbeat: a node that lives has told of its block long before. */
  private static final long GRACE_MILLIS = 1500;

  /** When a stripe was first seen committed, by the state that it drops when it is complete. */
  private final Map<BlockUnderConstructionFeature, Long> committedSince =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * Whether a stripe under construction need not wait for reports any more. When its file's writer
   * is gone it does not wait for ever, whatever is lost: that shows once the file is closed.
   */
  static boolean areForgone(BlockManager blocks, BlockInfoDecoupled stripe, GroupHealth health) {
    BlockUnderConstructionFeature open = stripe.getUnderConstructionFeature();
    if (open.getBlockUCState() != BlockUCState.COMMITTED) {
      return false;
    }
    long now = Time.monotonicNow();
    long since =
        OkapiParts.of(blocks).get(OverdueReports.class)
            .committedSince.computeIfAbsent(open, key -> now);
    return RecoveryClock.isOver(blocks, stripe)
        || now - since >= GRACE_MILLIS && health.survivesUnreported(stripe);
  }
}
