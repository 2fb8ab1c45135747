package org.apache.hadoop.hdfs.server.datanode.erasurecode;

import java.util.concurrent.atomic.AtomicLongArray;

/** Sums of every {@link RepairCount}, of one repair or of many. Any thread may call it. */
final class RepairTally {

  private final AtomicLongArray sums = new AtomicLongArray(RepairCount.values().length);

  void add(RepairCount count, long more) {
    sums.addAndGet(count.ordinal(), more);
  }

  void addAll(RepairTally other) {
    for (RepairCount count : RepairCount.values()) {
      add(count, other.get(count));
    }
  }

  long get(RepairCount count) {
    return sums.get(count.ordinal());
  }
}
