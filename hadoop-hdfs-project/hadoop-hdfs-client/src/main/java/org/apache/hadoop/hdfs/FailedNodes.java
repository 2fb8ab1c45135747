package org.apache.hadoop.hdfs;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.util.Time;

/**
 * Nodes on which a writer lost streams lately. The NameNode learns of a dead node minutes later, so
 * the writer asks it not to choose them. Used under the lock of the output stream.
 */
final class FailedNodes {

  private final long expiryMillis;
  private final Map<DatanodeInfo, Long> failedAtMillis = new LinkedHashMap<>();

  FailedNodes(long expiryMillis) {
    this.expiryMillis = expiryMillis;
  }

  void add(DatanodeInfo node) {
    if (node != null) {
      failedAtMillis.put(node, Time.monotonicNow());
    }
  }

  DatanodeInfo[] current() {
    long now = Time.monotonicNow();
    failedAtMillis.values().removeIf(failedAt -> now - failedAt > expiryMillis);
    return failedAtMillis.keySet().toArray(DatanodeInfo.EMPTY_ARRAY);
  }
}
