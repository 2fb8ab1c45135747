package io.okapifs.hdfs.verify;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Numbers of a verification, or of a part of one. Used by one thread at a time. */
final class Tally {

  private final Map<Count, Long> counts = new EnumMap<>(Count.class);

  /**
   * @param numbers by names of {@link Count}
   * @throws IllegalArgumentException where a name is none, or a number is negative or missing
   */
  static Tally of(Map<String, Long> numbers) {
    Tally tally = new Tally();
    numbers.forEach(
        (name, number) -> {
          if (number == null || number < 0) {
            throw new IllegalArgumentException("not a count: " + name + "=" + number);
          }
          tally.add(Count.valueOf(name), number);
        });
    return tally;
  }

  void add(Count what, long number) {
    counts.merge(what, number, Long::sum);
  }

  void add(Tally other) {
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
