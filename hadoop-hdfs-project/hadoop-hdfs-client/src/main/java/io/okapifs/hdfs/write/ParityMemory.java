package io.okapifs.hdfs.write;

import io.okapifs.ec.coder.CodingBuffers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.util.CleanerUtil;

/**
 * Direct memory for parities that are not final and for the cells that they are made of, shared by
 * all writers of a process.
 *
 * <p>What is reserved never exceeds the limit of the writer that reserves, and buffers, idle ones
 * included, never exceed what may be reserved. Idle buffers are kept for the next group while there
 * is any writer. Any thread may use it.
 */
public final class ParityMemory {

  /** Bytes that the writers of a process may hold together. */
  public static final String MAX_KEY = "dfs.client.ec.partial-parity.max-bytes";
  public static final long MAX_DEFAULT = 256L << 20;

  private static final ParityMemory OF_PROCESS = new ParityMemory();

  private final Map<Integer, Deque<ByteBuffer>> idle = new TreeMap<>();
  private long reservedBytes;
  private long allocatedBytes;
  private long allocations;
  private int writers;

  ParityMemory() {}

  /** The one that all writers of this process share. */
  public static ParityMemory ofProcess() {
    return OF_PROCESS;
  }

  /**
   * What a writer uses, which must close it.
   *
   * @param maxBytes that all writers together may have reserved where this one reserves more
   */
  public Share share(long maxBytes) {
    if (maxBytes < 0) {
      throw new IllegalArgumentException(
          "memory for partial parities out of range: " + MAX_KEY + "=" + maxBytes);
    }
    return new Share(maxBytes);
  }

  /** Bytes of all buffers, those that wait to be used again included. */
  public synchronized long allocatedBytes() {
    return allocatedBytes;
  }

  /** Bytes that writers may hold. */
  public synchronized long reservedBytes() {
    return reservedBytes;
  }

  /** Buffers that were ever made. */
  synchronized long allocations() {
    return allocations;
  }

  private synchronized boolean reserve(long bytes, long maxBytes) {
    if (bytes > maxBytes - reservedBytes) {
      return false;
    }
    reservedBytes += bytes;
    return true;
  }

  private synchronized void release(long bytes) {
    reservedBytes -= bytes;
  }

  private synchronized ByteBuffer take(int bytes) {
    Deque<ByteBuffer> fitting = idle.get(bytes);
    if (fitting != null && !fitting.isEmpty()) {
      return fitting.pop().clear();
    }
    // What is in use is reserved, so that without idle ones there is room.
    while (allocatedBytes + bytes > reservedBytes && freeOne()) {
      continue;
    }
    ByteBuffer buffer = CodingBuffers.allocate(bytes);
    allocatedBytes += bytes;
    allocations++;
    return buffer;
  }

  private synchronized void giveBack(ByteBuffer buffer) {
    idle.computeIfAbsent(buffer.capacity(), absent -> new ArrayDeque<>()).push(buffer);
  }

  private synchronized void join() {
    writers++;
  }

  private synchronized void leave() {
    writers--;
    while (writers == 0 && freeOne()) {
      continue;
    }
  }

  private boolean freeOne() {
    for (Deque<ByteBuffer> some : idle.values()) {
      if (!some.isEmpty()) {
        ByteBuffer buffer = some.pop();
        allocatedBytes -= buffer.capacity();
        free(buffer);
        return true;
      }
    }
    return false;
  }

  /** At once, where the JVM can do it: the garbage collector does not feel direct memory. */
  private static void free(ByteBuffer buffer) {
    if (CleanerUtil.UNMAP_SUPPORTED) {
      try {
        CleanerUtil.getCleaner().freeBuffer(buffer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What one writer may do. Not thread safe. */
  public final class Share implements AutoCloseable {

    private final long maxBytes;
    private boolean joined;

    private Share(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    public long maxBytes() {
      return maxBytes;
    }

    /** Whether so many bytes more may be held from now on. */
    boolean reserve(long bytes) {
      if (!joined) {
        joined = true;
        join();
      }
      return ParityMemory.this.reserve(bytes, maxBytes);
    }

    void release(long bytes) {
      ParityMemory.this.release(bytes);
    }

    /** A direct buffer of that capacity with any content, out of what is reserved. */
    ByteBuffer take(int bytes) {
      return ParityMemory.this.take(bytes);
    }

    /** Nobody may touch the buffer, or a part of it, from now on. */
    void giveBack(ByteBuffer buffer) {
      ParityMemory.this.giveBack(buffer);
    }

    /** To be called when all was given back and released. */
    @Override
    public void close() {
      if (joined) {
        joined = false;
        leave();
      }
    }
  }
}
