package io.okapifs.hdfs.namenode.transition;

import java.time.DateTimeException;
import java.time.LocalTime;

/**
 * The time of day in which transitions are worked on, on the NameNode's clock. An immutable value.
 *
 * @param from first minute of it
 * @param to first minute behind it; before {@code from} where it goes on over midnight, the same
 *     where it never ends
 */
record DailyWindow(LocalTime from, LocalTime to) {

  static final DailyWindow ALWAYS =
      new DailyWindow(LocalTime.MIDNIGHT, LocalTime.MIDNIGHT);

  /**
   * @param text such as 22:00-06:00; empty: always
   * @throws IllegalArgumentException for anything else
   */
  static DailyWindow parse(String text) {
    if (text.isEmpty()) {
      return ALWAYS;
    }
    String[] ends = text.split("-", -1);
    try {
      if (ends.length == 2) {
        return new DailyWindow(LocalTime.parse(ends[0]), LocalTime.parse(ends[1]));
      }
    } catch (DateTimeException e) {
      throw notAWindow(text, e);
    }
    throw notAWindow(text, null);
  }

  private static IllegalArgumentException notAWindow(String text, Exception cause) {
    return new IllegalArgumentException(
        "a time of day is from and to, such as 22:00-06:00, not " + text, cause);
  }

  boolean isOpen(LocalTime now) {
    boolean begun = !now.isBefore(from);
    boolean ended = !now.isBefore(to);
    return from.isBefore(to) ? begun && !ended : begun || !ended;
  }
}
