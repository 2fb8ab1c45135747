package io.okapifs.hdfs.read;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes of blocks that one read has at hand, fetched or decoded. Not for several threads.
 */
final class Segments {

  /**
   * @param range bytes of the block
   * @param buffer the same bytes, from 0 on
   * @param owned whether the buffer is the read's own, not the caller's
   */
  record Segment(ByteRange range, ByteBuffer buffer, boolean owned) {}

  private final Map<Source, List<Segment>> bySource = new HashMap<>();

  void add(Source source, Segment segment) {
    bySource.computeIfAbsent(source, ignored -> new ArrayList<>()).add(segment);
  }

  List<Segment> of(Source source) {
    return bySource.getOrDefault(source, List.of());
  }

  List<ByteRange> ranges(Source source) {
    return of(source).stream().map(Segment::range).toList();
  }

  /** Takes out everything in buffers of the read's own. */
  Map<Source, List<Segment>> removeOwned() {
    Map<Source, List<Segment>> removed = new HashMap<>();
    bySource.forEach(
        (source, segments) -> {
          List<Segment> owned = segments.stream().filter(Segment::owned).toList();
          if (!owned.isEmpty()) {
            removed.put(source, owned);
            segments.removeIf(Segment::owned);
          }
        });
    return removed;
  }

  /** A direct buffer that already holds a whole window, or null. */
  ByteBuffer directView(Source source, ByteRange window) {
    for (Segment segment : of(source)) {
      if (segment.buffer().isDirect() && segment.range().contains(window)) {
        int at = (int) (window.from() - segment.range().from());
        return segment.buffer().slice(at, window.length());
      }
    }
    return null;
  }

  /**
   * Copies what is at hand of a range.
   *
   * @param target receives the bytes of the range from 0 on; untouched where nothing is at hand
   */
  void copy(Source source, ByteRange range, ByteBuffer target) {
    for (Segment segment : of(source)) {
      ByteRange shared = segment.range().intersect(range);
      if (!shared.isEmpty()) {
        target.put(
            (int) (shared.from() - range.from()),
            segment.buffer(),
            (int) (shared.from() - segment.range().from()),
            shared.length());
      }
    }
  }
}
