package io.okapifs.hdfs.datanode.repair;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sums of every {@link RepairCount}, of one repair or of many. Any thread may call it. */
final class RepairCounters {

  private final AtomicLongArray sums = new AtomicLongArray(RepairCount.values().length);

  void add(RepairCount count, long more) {
    sums.addAndGet(count.ordinal(), more);
  }

  void addAll(RepairCounters other) {
    for (RepairCount count : RepairCount.values()) {
      add(count, other.get(count));
    }
  }

  long get(RepairCount count) {
    return sums.get(count.ordinal());
  }

  /** Of all counters: it grows as long as a repair gets on. */
  long total() {
    return Stream.of(RepairCount.values()).mapToLong(this::get).sum();
  }

  /** The sums by the names of their metrics. */
  Map<String, Long> byName() {
    return Stream.of(RepairCount.values())
        .collect(Collectors.toMap(count -> count.info().name(), this::get));
  }
}
