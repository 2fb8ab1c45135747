package io.okapifs.hdfs.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which bytes of data blocks a stream has fetched, in the stripes around where it is, to count those
 * that it fetches twice because something is lost: to decode with what it has delivered or decoded with
 * before, or to deliver what it has decoded with. What a caller reads twice is not counted. Any thread.
 */
public final class FetchedBytes {

  /** A stream that jumps about in one place is not followed for ever. */
  private static final int RANGES_MAX = 4096;

  private final DegradedReadStatistics statistics;
  private final Map<Long, List<ByteRange>> asked = new HashMap<>();
  private final Map<Long, List<ByteRange>> helpers = new HashMap<>();
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
    if (source.isParity()) {
      return;
    }
    follow(view, source.number());
    long block = source.number();
    long twice = shared(helpers, block, range);
    if (isHelper) {
      twice += shared(asked, block, range) - sharedByBoth(block, range);
    }
    statistics.addBytesFetchedTwice(twice);
    merge(isHelper ? helpers : asked, block, range);
  }

  /** Forgets other stripes than those that groups connect with the block's one. */
  private void follow(FileView view, long block) {
    long offset = view.layout().fileOffset(block, 0);
    if (offset < span.from() || offset >= span.to()) {
      asked.clear();
      helpers.clear();
      span = view.groupSpan(offset);
    }
  }

  private static long shared(Map<Long, List<ByteRange>> fetched, long block, ByteRange range) {
    return fetched.getOrDefault(block, List.of()).stream()
        .mapToLong(each -> each.intersect(range).length())
        .sum();
  }

  private long sharedByBoth(long block, ByteRange range) {
    return asked.getOrDefault(block, List.of()).stream()
        .map(each -> each.intersect(range))
        .mapToLong(each -> shared(helpers, block, each))
        .sum();
  }

  private static void merge(Map<Long, List<ByteRange>> fetched, long block, ByteRange range) {
    List<ByteRange> ranges = fetched.computeIfAbsent(block, any -> new ArrayList<>(2));
    int last = ranges.size() - 1;
    if (last >= 0 && ranges.get(last).to() == range.from()) {
      ranges.set(last, new ByteRange(ranges.get(last).from(), range.to()));
      return;
    }
    ranges.add(range);
    List<ByteRange> merged = ByteRange.union(ranges);
    fetched.put(
        block, merged.size() <= RANGES_MAX ? new ArrayList<>(merged) : new ArrayList<>());
  }
}
