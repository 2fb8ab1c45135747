package io.okapifs.hdfs.write;

import io.okapifs.ec.coder.CodingBuffers;
import io.okapifs.hdfs.conf.MemoryLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.CleanerUtil;

/**
 * Direct memory for parities that are not final and for the cells that they are made of, shared by
 * all writers of a process.
 *
 * <p>What is reserved never exceeds the limit of the writer that reserves, nor half of what the JVM
 * has: connections need some, too. Buffers, idle ones included, never exceed what may be reserved.
 * Idle buffers are kept for the next group while there is any writer. Any thread may use it.
 */
public final class ParityMemory {

  /** Bytes that the writers of a process may hold together. */
  public static final String MAX_KEY = "dfs.client.ec.partial-parity.max-bytes";
  public static final long MAX_DEFAULT = 256L << 20;

  private static final MemoryLimit LIMIT =
      new MemoryLimit(MAX_KEY, MAX_DEFAULT, "partial parities");

  private static final ParityMemory OF_PROCESS = new ParityMemory();

  private final long jvmBytes;
  private final IntFunction<ByteBuffer> allocator;
  private final Map<Integer, Deque<ByteBuffer>> idle = new TreeMap<>();

  /** What each buffer, idle or not, is a part of. */
  private final Map<ByteBuffer, ByteBuffer> areas = new IdentityHashMap<>();
  private long reservedBytes;
  private long allocatedBytes;
  private long allocations;
  private int writers;

  ParityMemory() {
    this(DirectMemory.limitBytes(), ByteBuffer::allocateDirect);
  }

  /**
   * @param jvmBytes direct memory of the JVM
   * @param allocator throws OutOfMemoryError where nothing is left of it
   */
  ParityMemory(long jvmBytes, IntFunction<ByteBuffer> allocator) {
    this.jvmBytes = jvmBytes;
    this.allocator = allocator;
  }

  /** The one that all writers of this process share. */
  public static ParityMemory ofProcess() {
    return OF_PROCESS;
  }

  /** What a client is set to let its writers hold. */
  public static long maxBytes(Configuration conf) {
    return LIMIT.bytes(conf);
  }

  /**
   * What a writer uses, which must close it.
   *
   * @param maxBytes that all writers together may have reserved where this one reserves more
   */
  public Share share(long maxBytes) {
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
    ByteBuffer area = allocateArea(bytes);
    ByteBuffer buffer = CodingBuffers.in(area, bytes);
    areas.put(buffer, area);
    allocatedBytes += bytes;
    allocations++;
    return buffer;
  }

  private synchronized ByteBuffer allocateArea(int bytes) {
    try {
      return allocator.apply(CodingBuffers.areaBytes(bytes));
    } catch (OutOfMemoryError e) {
      // Others took it. What nobody uses here may help them.
      freeIdle();
      throw new NoParityMemoryException("the JVM has no direct memory left: bytes=" + bytes, e);
    }
  }

  private synchronized void giveBack(ByteBuffer buffer) {
    idle.computeIfAbsent(buffer.capacity(), absent -> new ArrayDeque<>()).push(buffer);
  }

  private synchronized void join() {
    writers++;
  }

  private synchronized void leave() {
    writers--;
    if (writers == 0) {
      freeIdle();
    }
  }

  private void freeIdle() {
    while (freeOne()) {
      continue;
    }
  }

  private boolean freeOne() {
    for (Deque<ByteBuffer> some : idle.values()) {
      if (!some.isEmpty()) {
        ByteBuffer buffer = some.pop();
        allocatedBytes -= buffer.capacity();
        free(areas.remove(buffer));
        return true;
      }
    }
    return false;
  }

  /** At once, where the JVM can do it: the garbage collector does not feel direct memory. */
  private static void free(ByteBuffer area) {
    if (CleanerUtil.UNMAP_SUPPORTED) {
      try {
        CleanerUtil.getCleaner().freeBuffer(area);
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

    /** Why a group that needs so much was not given it. */
    String shortage(long neededBytes) {
      return "no memory for its parities: neededBytes=" + neededBytes + ", " + MAX_KEY + "="
          + maxBytes + " for all writers of the process, directMemoryBytes=" + jvmBytes
          + " of the JVM, half of it for them";
    }

    /** Whether so many bytes more may be held from now on. */
    boolean reserve(long bytes) {
      if (!joined) {
        joined = true;
        join();
      }
      return ParityMemory.this.reserve(bytes, Math.min(maxBytes, jvmBytes / 2));
    }

    void release(long bytes) {
      ParityMemory.this.release(bytes);
    }

    /**
     * A direct buffer of that capacity with any content, out of what is reserved.
     *
     * @throws NoParityMemoryException where the JVM has none, whatever is reserved
     */
    ByteBuffer take(int bytes) {
      return ParityMemory.this.take(bytes);
    }

    /** Nobody may touch the buffer, or a part of it, from now on. */
    void giveBack(ByteBuffer buffer) {
      ParityMemory.this.giveBack(buffer);
    }

    /** A direct buffer of the writer's own, beside what is reserved. */
    ByteBuffer own(int bytes) {
      return CodingBuffers.in(allocateArea(bytes), bytes);
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
