package io.okapifs.hdfs.read;

import java.util.HashMap;
import java.util.Map;

/**
 * Which bytes of data blocks a stream has fetched, in the stripes around where it is, to count
 * those that it fetches twice because something is lost. It may decode with what it has delivered,
 * or has decoded with, before. It may deliver what it has decoded with. What a caller reads twice
 * is not counted. Any thread.
 */
public final class FetchedBytes {

  /** A stream that jumps about in one block is not followed for ever. */
  private static final int RANGES_MAX = 4096;

  private final DegradedReadStatistics statistics;
  private final Map<Long, ByteRanges> fetched = new HashMap<>();
  private final Map<Long, ByteRanges> helpers = new HashMap<>();
  private ByteRange span = new ByteRange(0, 0);

  FetchedBytes(DegradedReadStatistics statistics) {
    this.statistics = statistics;
  }

  /**
   * Counts what was fetched.
   *
   * @param isHelper whether it was fetched to decode with, not for a caller
   */
  synchronized void add(FileView view, Source source, ByteRange range, boolean isHelper) {
    if (isHelper) {
      statistics.addHelperBytes(range.length());
    }
    if (source.isParity() || range.isEmpty()) {
      return;
    }
    follow(view, source.number());
    ByteRanges before = (isHelper ? fetched : helpers).get(source.number());
    if (before != null) {
      statistics.addBytesFetchedTwice(before.shared(range));
    }
    note(fetched, source.number(), range);
    if (isHelper) {
      note(helpers, source.number(), range);
    }
  }

  /** Forgets other stripes than those that groups connect with the block's one. */
  private void follow(FileView view, long block) {
    long offset = view.layout().fileOffset(block, 0);
    if (offset < span.from() || offset >= span.to()) {
      fetched.clear();
      helpers.clear();
      span = view.groupSpan(offset);
    }
  }

  private static void note(Map<Long, ByteRanges> all, long block, ByteRange range) {
    ByteRanges ranges = all.computeIfAbsent(block, any -> new ByteRanges());
    ranges.add(range);
    if (ranges.count() > RANGES_MAX) {
      all.remove(block);
    }
  }
}
