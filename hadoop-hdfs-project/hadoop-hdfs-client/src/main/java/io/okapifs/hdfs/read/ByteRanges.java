package io.okapifs.hdfs.read;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A set of bytes, as ranges that do not touch each other. Not for several threads. */
final class ByteRanges {

  private final NavigableMap<Long, Long> endsByStart = new TreeMap<>();

  void add(ByteRange range) {
    long from = range.from();
    long to = range.to();
    Map.Entry<Long, Long> before = endsByStart.floorEntry(from);
    if (before != null && before.getValue() >= from) {
      from = before.getKey();
    }
    for (Map.Entry<Long, Long> each = endsByStart.ceilingEntry(from);
        each != null && each.getKey() <= to;
        each = endsByStart.ceilingEntry(from)) {
      to = Math.max(to, each.getValue());
      endsByStart.remove(each.getKey());
    }
    endsByStart.put(from, to);
  }

  /** How many bytes of a range are in the set. */
  long shared(ByteRange range) {
    Long first = endsByStart.floorKey(range.from());
    return endsByStart.subMap(first == null ? range.from() : first, range.to()).entrySet().stream()
        .mapToLong(
            each -> Math.min(each.getValue(), range.to()) - Math.max(each.getKey(), range.from()))
        .filter(bytes -> bytes > 0)
        .sum();
  }

  /** How many ranges it takes. */
  int count() {
    return endsByStart.size();
  }
}
