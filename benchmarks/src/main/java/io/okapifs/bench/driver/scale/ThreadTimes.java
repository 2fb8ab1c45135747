package io.okapifs.bench.driver.scale;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor times of this JVM's threads of Java at some moment. Compilers and the collector of
 * garbage are none of these. What a thread did that has ended since is lost.
 */
final class ThreadTimes {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Map<Long, Long> nanosById = new HashMap<>();

  private ThreadTimes() {}

  static ThreadTimes now() {
    ThreadTimes times = new ThreadTimes();
    for (long id : THREADS.getAllThreadIds()) {
      long nanos = THREADS.getThreadCpuTime(id);
      if (nanos >= 0) {
        times.nanosById.put(id, nanos);
      }
    }
    return times;
  }

  /** What all threads that are there now took since an earlier moment. */
  long nanosSince(ThreadTimes before) {
    return nanosById.entrySet().stream()
        .mapToLong(each -> each.getValue() - before.nanosById.getOrDefault(each.getKey(), 0L))
        .sum();
  }
}
