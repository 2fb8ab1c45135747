package org.apache.hadoop.hdfs;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil.BlockReadStats;

/** A block being read front to back from one node. Used by one thread at a time. */
final class BlockCursor implements Closeable {

  private static final long SKIP_BYTES_MAX = 64 << 10;

  private final BlockReader reader;
  private final ExtendedBlock block;
  private final DatanodeInfo node;
  private final long end;
  private long offset;

  /**
   * @param offset where the reader stands
   * @param end where it stops
   */
  BlockCursor(BlockReader reader, ExtendedBlock block, DatanodeInfo node, long offset, long end) {
    this.reader = reader;
    this.block = block;
    this.node = node;
    this.offset = offset;
    this.end = end;
  }

  ExtendedBlock block() {
    return block;
  }

  DatanodeInfo node() {
    return node;
  }

  /**
   * Whether the wanted bytes are the next ones, or so near that to skip costs less than to open.
   */
  boolean isBefore(long from, long to) {
    return from >= offset && from - offset <= SKIP_BYTES_MAX && to <= end;
  }

  void skipTo(long from) throws IOException {
    while (offset < from) {
      long skipped = reader.skip(from - offset);
      if (skipped <= 0) {
        throw new EOFException(
            "the block ends early: block=" + block + ", offset=" + offset + ", wanted=" + from);
      }
      offset += skipped;
    }
  }

  /** Fills the target, whose own position stays. */
  void read(ByteBuffer target) throws IOException {
    ByteBuffer rest = target.duplicate();
    while (rest.hasRemaining()) {
      int count = reader.read(rest);
      if (count < 0) {
        throw new EOFException(
            "the block ends early: block=" + block + ", offset=" + offset + ", missingBytes="
                + rest.remaining());
      }
      offset += count;
    }
  }

  BlockReadStats stats(int bytes) {
    return new BlockReadStats(bytes, reader.isShortCircuit(), reader.getNetworkDistance());
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      // It was read to the end or is given up; nothing depends on how the connection ends.
      DFSClient.LOG.debug("Closing the reader of {} failed", block, e);
    }
  }
}
