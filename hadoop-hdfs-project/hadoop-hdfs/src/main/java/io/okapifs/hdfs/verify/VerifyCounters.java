package io.okapifs.hdfs.verify;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Numbers of a verification, or of a part of one. Used by one thread at a time. */
final class VerifyCounters {

  private final Map<Count, Long> counts = new EnumMap<>(Count.class);

  /**
   * @param numbers by names of {@link Count}
   * @throws IllegalArgumentException where a name is none, or a number is negative or missing
   */
  static VerifyCounters of(Map<String, Long> numbers) {
    VerifyCounters counters = new VerifyCounters();
    numbers.forEach(
        (name, number) -> {
          if (number == null || number < 0) {
            throw new IllegalArgumentException("not a count: " + name + "=" + number);
          }
          counters.add(Count.valueOf(name), number);
        });
    return counters;
  }

  void add(Count what, long number) {
    counts.merge(what, number, Long::sum);
  }

  void add(VerifyCounters other) {
    other.counts.forEach(this::add);
  }

  long of(Count what) {
    return counts.getOrDefault(what, 0L);
  }

  /** By names of {@link Count}. */
  Map<String, Long> toNumbers() {
    Map<String, Long> numbers = new TreeMap<>();
    counts.forEach((what, number) -> numbers.put(what.name(), number));
    return numbers;
  }
}
