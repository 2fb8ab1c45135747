package io.okapifs.hdfs.datanode.repair;

import io.okapifs.ec.coder.CodingBuffers;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.CleanerUtil;

/**
 * The memory of all repairs of one DataNode, or of all that it encodes for transitions. A repair
 * waits until what it needs is there, first come, first served, and takes it at once: whoever holds
 * some never waits for more. Any thread may call it.
 */
final class RepairMemory {

  /** By default four parities of 128 MiB can be encoded without a spool. */
  static final long DEFAULT = 640L << 20;

  /** Counted in units, because a semaphore counts no further than an int. */
  private static final int UNIT = 1024;

  private final String key;
  private final long totalBytes;
  private final Semaphore freeUnits;

  /**
   * @param key the setting, for messages
   * @param totalBytes of buffers, held at a time
   */
  RepairMemory(String key, long totalBytes) {
    if (totalBytes < 1 || totalBytes / UNIT > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("memory out of range: " + key + "=" + totalBytes);
    }
    this.key = key;
    this.totalBytes = totalBytes;
    this.freeUnits = new Semaphore((int) (totalBytes / UNIT), true);
  }

  long totalBytes() {
    return totalBytes;
  }

  /** Whether so much could ever be had. */
  boolean fits(long bytes) {
    return units(bytes) <= totalBytes / UNIT;
  }

  private static long units(long bytes) {
    return (bytes + UNIT - 1) / UNIT;
  }

  /** Waits until so much is free; refuses what never will be. */
  Grant take(long bytes) throws IOException {
    if (!fits(bytes)) {
      throw new IOException(
          "the repair does not fit the memory for repairs: bytesNeeded=" + bytes + ", " + key + "="
              + totalBytes);
    }
    int units = (int) units(bytes);
    try {
      freeUnits.acquire(units);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for memory: bytes=" + bytes);
    }
    return new Grant(bytes, units);
  }

  /** What one repair holds. Used by one thread. */
  final class Grant implements Closeable {

    private final long bytes;
    private final int units;
    private final List<ByteBuffer> areas = new ArrayList<>();
    private long used;

    private Grant(long bytes, int units) {
      this.bytes = bytes;
      this.units = units;
    }

    /** A new direct buffer of zeros, which must not be touched when the grant is closed. */
    ByteBuffer buffer(int size) throws IOException {
      used += size;
      if (used > bytes) {
        throw new IllegalStateException(
            "more memory than was granted: usedBytes=" + used + ", grantedBytes=" + bytes);
      }
      try {
        ByteBuffer area = ByteBuffer.allocateDirect(CodingBuffers.areaBytes(size));
        areas.add(area);
        return CodingBuffers.in(area, size);
      } catch (OutOfMemoryError e) {
        throw new IOException(
            "the JVM has less direct memory than repairs may take: bytes=" + size + ", " + key + "="
                + totalBytes, e);
      }
    }

    /** Frees the memory at once: the collector knows nothing of how much hangs on a buffer. */
    @Override
    public void close() {
      areas.forEach(Grant::free);
      areas.clear();
      freeUnits.release(units);
    }

    private static void free(ByteBuffer area) {
      if (CleanerUtil.UNMAP_SUPPORTED) {
        try {
          CleanerUtil.getCleaner().freeBuffer(area);
        } catch (IOException e) {
          DataNode.LOG.warn("Buffer left to the collector: bytes={}", area.capacity(), e);
        }
      }
    }
  }
}
