package io.okapifs.hdfs.read;

import org.apache.hadoop.io.ByteBufferPool;

/**
 * What a stream remembers from one read to the next. Any thread may use it.
 *
 * @param lost blocks it has given up
 * @param cells bytes it has fetched or decoded and not delivered yet
 * @param fetched what it has fetched, for the statistics
 * @param pool where buffers come from
 */
public record StreamMemory(
    LostBlocks lost, FetchedCells cells, FetchedBytes fetched, ByteBufferPool pool) {

  /**
   * @param memory that streams share
   * @param maxBytes that all of them may have reserved of it where this one reserves more
   */
  public StreamMemory(ByteBufferPool pool, DegradedReadMemory memory, long maxBytes) {
    this(pool, memory, maxBytes, DegradedReadStatistics.ofProcess());
  }

  StreamMemory(
      ByteBufferPool pool, DegradedReadMemory memory, long maxBytes,
      DegradedReadStatistics statistics) {
    this(
        new LostBlocks(), new FetchedCells(pool, memory, maxBytes), new FetchedBytes(statistics),
        pool);
  }

  /** Forgets everything. */
  public void clear() {
    lost.clear();
    cells.clear();
  }
}
