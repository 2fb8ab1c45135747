package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.fix.UpstreamFix;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/** How many blocks have the highest priority: counts that upstream keeps when it empties queues. */
public final class HighestPriorityCounts {

  private static final VarHandle REPLICATED =
      handle("highestPriorityLowRedundancyReplicatedBlocks");
  private static final VarHandle STRIPED = handle("highestPriorityLowRedundancyECBlocks");

  private HighestPriorityCounts() {}

  private static VarHandle handle(String counter) {
    try {
      return MethodHandles.privateLookupIn(LowRedundancyBlocks.class, MethodHandles.lookup())
          .findVarHandle(LowRedundancyBlocks.class, counter, LongAdder.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Sets them to zero, unless the correction is switched off.
   *
   * @param owner null where the queues belong to no block manager
   */
  public static void reset(LowRedundancyBlocks queues, BlockManager owner) {
    if (owner == null
        || UpstreamFix.HIGHEST_PRIORITY_COUNT.isOn(OwnNameNode.conf(owner))) {
      ((LongAdder) REPLICATED.get(queues)).reset();
      ((LongAdder) STRIPED.get(queues)).reset();
    }
  }
}
