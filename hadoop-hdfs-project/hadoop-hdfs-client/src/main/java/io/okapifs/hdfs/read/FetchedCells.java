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
 * Bytes of data blocks that a stream fetched, decoded or delivered and that a following read may
 * ask for or decode with. What is wanted last by a pass over the file goes first. Each stream keeps
 * a little; more than that only as far as the process has memory for it. Any thread may call it.
 */
public final class FetchedCells {

  private static final int ENTRIES_MAX = 4096;

  private record Entry(long block, ByteRange range, ByteBuffer buffer) {

    long wantedAt(NextUse nextUse) {
      return nextUse.of(block, range);
    }
  }

  private final ByteBufferPool pool;
  private final DegradedReadMemory memory;
  private final long maxBytes;
  private final Deque<Entry> byAge = new ArrayDeque<>();
  private final Map<Long, List<Entry>> byBlock = new HashMap<>();
  private long bytes;
  private long reserved;

  /**
   * @param pool where the buffers that are handed over go back to
   * @param memory that streams share
   * @param maxBytes that all of them may have reserved of it where this one reserves more
   */
  public FetchedCells(ByteBufferPool pool, DegradedReadMemory memory, long maxBytes) {
    this.pool = pool;
    this.memory = memory;
    this.maxBytes = maxBytes;
  }

  /**
   * Keeps a buffer, as long as it is wanted before others that are kept.
   *
   * @param buffer from the pool, the bytes of the range from 0 on; it belongs to this object now
   * @param ownBytes how much to keep without asking the memory that streams share
   */
  synchronized void add(
      long block, ByteRange range, ByteBuffer buffer, long ownBytes, NextUse nextUse) {
    Entry entry = new Entry(block, range, buffer);
    byAge.add(entry);
    byBlock.computeIfAbsent(block, ignored -> new ArrayList<>()).add(entry);
    bytes += buffer.capacity();
    while (!reserve(bytes - ownBytes) || byAge.size() > ENTRIES_MAX) {
      drop(wantedLast(nextUse));
    }
  }

  /** Whether bytes would be kept if they were added now. */
  synchronized boolean wouldKeep(
      long block, ByteRange range, long ownBytes, NextUse nextUse) {
    long more = bytes + range.length() - ownBytes - reserved;
    if (more <= 0 || memory.hasRoom(more, maxBytes)) {
      return true;
    }
    long wantedAt = nextUse.of(block, range);
    return byAge.stream().anyMatch(entry -> wantedAt < entry.wantedAt(nextUse));
  }

  /** Gives shared memory back that holds what is wanted no more. */
  synchronized void trim(long ownBytes, NextUse nextUse) {
    if (bytes > ownBytes) {
      for (Entry entry : List.copyOf(byAge)) {
        if (bytes > ownBytes && entry.wantedAt(nextUse) == NextUse.NEVER) {
          drop(entry);
        }
      }
    }
    reserve(bytes - ownBytes);
  }

  /** Has exactly so much reserved, or as much as before. */
  private boolean reserve(long wanted) {
    long more = Math.max(0, wanted) - reserved;
    if (more > 0 && !memory.reserve(more, maxBytes)) {
      return false;
    }
    if (more < 0) {
      memory.release(-more);
    }
    reserved += more;
    return true;
  }

  /** Of those that are wanted at the same place the oldest. */
  private Entry wantedLast(NextUse nextUse) {
    Entry last = null;
    long lastAt = -1;
    for (Entry entry : byAge) {
      long at = entry.wantedAt(nextUse);
      if (at > lastAt) {
        last = entry;
        lastAt = at;
      }
    }
    return last;
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
      drop(byAge.peek());
    }
    reserve(0);
  }

  synchronized boolean isEmpty() {
    return byAge.isEmpty();
  }

  synchronized long bytes() {
    return bytes;
  }

  private void drop(Entry entry) {
    byAge.removeIf(other -> other == entry);
    List<Entry> ofBlock = byBlock.get(entry.block());
    ofBlock.removeIf(other -> other == entry);
    if (ofBlock.isEmpty()) {
      byBlock.remove(entry.block());
    }
    bytes -= entry.buffer().capacity();
    pool.putBuffer(entry.buffer());
  }
}
