package io.okapifs.bench.driver.scale;

import java.util.LinkedHashMap;
import java.util.Map;

/** What an event costs the NameNode. */
final class Measured {

  /** What happens. */
  @FunctionalInterface
  interface Event {
    void happen() throws Exception;
  }

  private Measured() {}

  /**
   * Lets an event happen and measures it.
   *
   * @param units what the event is about, as replicas or files
   * @return the units; processor time of all threads of Java; of the write lock: how often it was
   *     held, the processor time of that, the longest hold, and the most processor time of one
   */
  static Map<String, Object> of(TimedLock lock, long units, Event event) throws Exception {
    lock.take();
    ThreadTimes before = ThreadTimes.now();
    event.happen();
    long cpuNanos = ThreadTimes.now().nanosSince(before);
    TimedLock.Holds holds = lock.take();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("units", units);
    answer.put("cpuNanos", cpuNanos);
    answer.put("lockCpuNanos", holds.cpuNanos());
    answer.put("holds", holds.count());
    answer.put("longestHoldNanos", holds.longestNanos());
    answer.put("mostHoldCpuNanos", holds.mostCpuNanos());
    return answer;
  }
}
