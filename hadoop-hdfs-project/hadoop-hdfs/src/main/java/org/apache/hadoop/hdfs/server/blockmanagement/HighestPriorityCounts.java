package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.seam.PrivateField;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/** How many blocks have the highest priority: counts that upstream keeps when it empties queues. */
public final class HighestPriorityCounts {

  private static final VarHandle REPLICATED =
      PrivateField.of(
          LowRedundancyBlocks.class, "highestPriorityLowRedundancyReplicatedBlocks", LongAdder.class);
  private static final VarHandle STRIPED =
      PrivateField.of(
          LowRedundancyBlocks.class, "highestPriorityLowRedundancyECBlocks", LongAdder.class);

  private HighestPriorityCounts() {}

  /**
   * Sets them to zero, unless the correction is switched off.
   *
   * @param owner null where the queues belong to no block manager
   */
  @Woven
  public static void reset(LowRedundancyBlocks queues, BlockManager owner) {
    if (owner == null
        || UpstreamFix.HIGHEST_PRIORITY_COUNT.isOn(OwnNameNode.conf(owner))) {
      ((LongAdder) REPLICATED.get(queues)).reset();
      ((LongAdder) STRIPED.get(queues)).reset();
    }
  }
}
