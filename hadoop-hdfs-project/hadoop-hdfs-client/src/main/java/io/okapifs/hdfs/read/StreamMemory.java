package io.okapifs.hdfs.read;

import org.apache.hadoop.io.ByteBufferPool;

/**
 * What a stream remembers from one read to the next. Any thread may use it.
 *
 * @param lost blocks it has given up
 * @param cells bytes it has fetched or decoded and not delivered yet
 * @param pool where buffers come from
 */
public record StreamMemory(LostBlocks lost, FetchedCells cells, ByteBufferPool pool) {

  public StreamMemory(ByteBufferPool pool) {
    this(new LostBlocks(), new FetchedCells(pool), pool);
  }

  /** Forgets everything. */
  public void clear() {
    lost.clear();
    cells.clear();
  }
}
