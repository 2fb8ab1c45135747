package io.okapifs.hdfs.namenode.fix;

import io.okapifs.Woven;
import io.okapifs.hdfs.fix.UpstreamFix;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.CountsWindow;

/** How many blocks have the highest priority: counts that upstream keeps when it empties queues. */
public final class HighestPriorityCounts {

  private HighestPriorityCounts() {}

  /**
   * Whether they begin anew, which an operator may switch off.
   *
   * @param owner null where the queues belong to no block manager
   */
  @Woven
  public static boolean beginAnew(BlockManager owner) {
    return owner == null
        || UpstreamFix.HIGHEST_PRIORITY_COUNT.isOn(CountsWindow.conf(owner));
  }
}
