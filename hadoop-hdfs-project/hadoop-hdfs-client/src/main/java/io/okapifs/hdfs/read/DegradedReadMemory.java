package io.okapifs.hdfs.read;

import io.okapifs.hdfs.conf.MemoryLimit;
import org.apache.hadoop.conf.Configuration;

/**
 * How much the readers of a process keep of what they fetched to decode, beyond the little that
 * each of them keeps in any case. It counts bytes and holds none. Any thread may use it.
 */
public final class DegradedReadMemory {

  /** Bytes that the readers of a process may keep together, beyond what each keeps anyway. */
  public static final String MAX_KEY = "dfs.client.ec.degraded-read.cache.max-bytes";
  public static final long MAX_DEFAULT = 64L << 20;

  private static final MemoryLimit LIMIT =
      new MemoryLimit(MAX_KEY, MAX_DEFAULT, "degraded reads");

  private static final DegradedReadMemory OF_PROCESS = new DegradedReadMemory();

  private long reservedBytes;

  /** The one that all readers of this process share. */
  public static DegradedReadMemory ofProcess() {
    return OF_PROCESS;
  }

  /**
   * What a client is set to let its readers keep.
   *
   * @throws IllegalArgumentException where that is not a number of bytes, or negative
   */
  public static long maxBytes(Configuration conf) {
    return LIMIT.bytes(conf);
  }

  /**
   * Reserves.
   *
   * @param maxBytes that all readers together may have reserved where this one reserves more
   * @return whether there was room; nothing is reserved otherwise
   */
  synchronized boolean reserve(long bytes, long maxBytes) {
    if (!hasRoom(bytes, maxBytes)) {
      return false;
    }
    reservedBytes += bytes;
    return true;
  }

  /** Whether {@link #reserve} would reserve now. */
  synchronized boolean hasRoom(long bytes, long maxBytes) {
    return bytes <= maxBytes - reservedBytes;
  }

  synchronized void release(long bytes) {
    reservedBytes -= bytes;
  }

  public synchronized long reservedBytes() {
    return reservedBytes;
  }
}
