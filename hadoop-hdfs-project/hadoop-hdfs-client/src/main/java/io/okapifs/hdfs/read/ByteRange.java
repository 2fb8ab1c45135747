package io.okapifs.hdfs.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The bytes {@code [from, to)} of a block or of a file.
 *
 * @param from first byte
 * @param to first byte behind the range; may equal {@code from}
 */
public record ByteRange(long from, long to) {

  public ByteRange {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("bad range: from=" + from + ", to=" + to);
    }
  }

  public int length() {
    return Math.toIntExact(to - from);
  }

  public boolean isEmpty() {
    return from == to;
  }

  public boolean contains(ByteRange other) {
    return from <= other.from && other.to <= to;
  }

  /** What both ranges hold; an empty range where they share nothing. */
  public ByteRange intersect(ByteRange other) {
    long start = Math.max(from, other.from);
    return new ByteRange(start, Math.max(start, Math.min(to, other.to)));
  }

  /** What is left of this range, ascending, once the holes are cut out. */
  public List<ByteRange> minus(List<ByteRange> holes) {
    List<ByteRange> left = new ArrayList<>();
    long next = from;
    for (ByteRange hole : union(holes)) {
      ByteRange cut = intersect(hole);
      if (cut.isEmpty()) {
        continue;
      }
      if (next < cut.from) {
        left.add(new ByteRange(next, cut.from));
      }
      next = cut.to;
    }
    if (next < to) {
      left.add(new ByteRange(next, to));
    }
    return left;
  }

  /** The same bytes as ascending ranges that do not touch. */
  public static List<ByteRange> union(List<ByteRange> ranges) {
    List<ByteRange> merged = new ArrayList<>();
    List<ByteRange> sorted =
        ranges.stream().sorted(Comparator.comparingLong(ByteRange::from)).toList();
    for (ByteRange range : sorted) {
      int last = merged.size() - 1;
      if (last >= 0 && range.from <= merged.get(last).to) {
        ByteRange before = merged.get(last);
        merged.set(last, new ByteRange(before.from, Math.max(before.to, range.to)));
      } else {
        merged.add(range);
      }
    }
    return merged;
  }
}
