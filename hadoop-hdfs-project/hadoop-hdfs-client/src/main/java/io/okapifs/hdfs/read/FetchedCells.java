package io.okapifs.hdfs.read;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.ByteBufferPool;

/**
 * Bytes of data blocks that a stream fetched or decoded for one read and that a following read may
 * ask for; the oldest go first. Any thread may call it.
 */
public final class FetchedCells {

  private static final int ENTRIES_MAX = 4096;

  private record Entry(long block, ByteRange range, ByteBuffer buffer) {}

  private final ByteBufferPool pool;
  private final Deque<Entry> byAge = new ArrayDeque<>();
  private final Map<Long, List<Entry>> byBlock = new HashMap<>();
  private long bytes;

  /**
   * @param pool where the buffers that are handed over go back to
   */
  public FetchedCells(ByteBufferPool pool) {
    this.pool = pool;
  }

  /**
   * Keeps a buffer.
   *
   * @param buffer from the pool, the bytes of the range from 0 on; it belongs to this object now
   * @param limitBytes how much to keep at most from now on
   */
  synchronized void add(long block, ByteRange range, ByteBuffer buffer, long limitBytes) {
    Entry entry = new Entry(block, range, buffer);
    byAge.add(entry);
    byBlock.computeIfAbsent(block, ignored -> new ArrayList<>()).add(entry);
    bytes += buffer.capacity();
    while (bytes > limitBytes || byAge.size() > ENTRIES_MAX) {
      dropOldest();
    }
  }

  /**
   * Copies what is kept of a range.
   *
   * @param target receives the bytes of the range from 0 on
   * @return the ranges that were copied
   */
  synchronized List<ByteRange> copy(long block, ByteRange range, ByteBuffer target) {
    List<ByteRange> copied = new ArrayList<>();
    for (Entry entry : byBlock.getOrDefault(block, List.of())) {
      ByteRange shared = entry.range().intersect(range);
      if (!shared.isEmpty()) {
        target.put(
            (int) (shared.from() - range.from()),
            entry.buffer(),
            (int) (shared.from() - entry.range().from()),
            shared.length());
        copied.add(shared);
      }
    }
    return copied;
  }

  /** What is kept of a range. */
  synchronized List<ByteRange> ranges(long block, ByteRange range) {
    return byBlock.getOrDefault(block, List.of()).stream()
        .map(entry -> entry.range().intersect(range))
        .filter(shared -> !shared.isEmpty())
        .toList();
  }

  public synchronized void clear() {
    while (!byAge.isEmpty()) {
      dropOldest();
    }
  }

  synchronized boolean isEmpty() {
    return byAge.isEmpty();
  }

  synchronized long bytes() {
    return bytes;
  }

  private void dropOldest() {
    Entry entry = byAge.remove();
    List<Entry> ofBlock = byBlock.get(entry.block());
    ofBlock.removeIf(other -> other == entry);
    if (ofBlock.isEmpty()) {
      byBlock.remove(entry.block());
    }
    bytes -= entry.buffer().capacity();
    pool.putBuffer(entry.buffer());
  }
}
