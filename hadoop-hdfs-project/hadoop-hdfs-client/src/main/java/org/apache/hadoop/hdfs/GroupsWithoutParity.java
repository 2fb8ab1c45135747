package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.write.ParityMemory;
import java.util.BitSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parity groups that a writer leaves without any parity. Its user is told of them in one line
 * at the end, whatever their number; jobs have many writers. Used under the lock of the output
 * stream.
 */
final class GroupsWithoutParity {

  private static final Logger LOG = LoggerFactory.getLogger(GroupsWithoutParity.class);

  private final String path;
  private final BitSet groups = new BitSet();
  private String firstReason;
  private boolean lacksMemory;

  GroupsWithoutParity(String path) {
    this.path = path;
  }

  /** The writer has no memory for a group's parities. */
  void addForMemory(long group, String reason) {
    lacksMemory = true;
    add(group, reason);
  }

  /** Nobody takes a group's parities. */
  void add(long group, String reason) {
    if (groups.isEmpty()) {
      firstReason = reason;
    }
    if (!groups.get((int) group)) {
      groups.set((int) group);
      LOG.debug("Parity left to the DataNodes: path={}, group={}: {}", path, group, reason);
    }
  }

  /**
   * Warns, if there is anything to warn of. To be called when the file is closed.
   *
   * @param groupCount groups of the file
   */
  void tell(long groupCount) {
    if (!groups.isEmpty()) {
      LOG.warn(
          "{} was written with {} of {} parity groups unprotected: {}. DataNodes encode them now"
              + " that the file is closed; until then none of their blocks can be rebuilt{}",
          path, groups.cardinality(), groupCount, firstReason, remedy());
    }
  }

  private String remedy() {
    return lacksMemory
        ? ". To have parity written along, raise " + ParityMemory.MAX_KEY
            + ", and -XX:MaxDirectMemorySize where that is less than twice as much"
        : "";
  }
}
