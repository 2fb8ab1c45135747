package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.hdfs.namenode.health.OpenBlocks;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor.LeavingServiceStatus;
import org.apache.hadoop.hdfs.util.LightWeightHashSet;
import org.apache.hadoop.hdfs.util.LightWeightLinkedSet;

/**
 * Why: the monitor scans a node that leaves again in every round, and would store a list of open
 * files without those that alone hold the node.
 * Ladder: a class that upstream constructs itself, stored to from several monitors.
 * Gone when: HDFS looks at blocks under construction (HDFS-17658).
 */
aspect LeavingServiceStatusAspect {

  private Set<Long> LeavingServiceStatus.openFiles = Set.of();

  /** Stores the open files that alone hold a node; whether there are any. */
  boolean LeavingServiceStatus.okapiIsHeldBy(Set<Long> files) {
    openFiles = files;
    if (!files.isEmpty()) {
      set(0, new LightWeightLinkedSet<>(), 0, 0);
    }
    return !files.isEmpty();
  }

  // health: open files that hold a leaving node are kept over rounds
  pointcut store(LeavingServiceStatus status, int low, LightWeightHashSet<Long> open, int lowOpen,
      int leaving) :
      execution(void LeavingServiceStatus.set(int, LightWeightHashSet, int, int))
      && this(status) && args(low, open, lowOpen, leaving);

  void around(LeavingServiceStatus status, int low, LightWeightHashSet<Long> open, int lowOpen,
      int leaving) : store(status, low, open, lowOpen, leaving) {
    int more = OpenBlocks.addAll(open, status.openFiles);
    proceed(status, low + more, open, lowOpen + more, leaving);
  }
}
