package io.okapifs.ec.coder;

import java.nio.ByteBuffer;

/**
 * Direct buffers for {@link Coder}, which takes any, but is fastest on those that begin at a line
 * of the processor's caches. They are slices, so that only the garbage collector frees them. Safe
 * for use by several threads.
 */
public final class CodingBuffers {
  private static final int LINE_BYTES = 64;

  private CodingBuffers() {}

  /**
   * A direct buffer of so many zero bytes that begins at a line.
   *
   * @throws IllegalArgumentException if bytes is negative
   * @throws OutOfMemoryError if the JVM may not have so much direct memory
   */
  public static ByteBuffer allocate(int bytes) {
    if (bytes < 0 || bytes > Integer.MAX_VALUE - LINE_BYTES) {
      throw new IllegalArgumentException("size of a buffer out of range: bytes=" + bytes);
    }
    ByteBuffer area = ByteBuffer.allocateDirect(bytes + LINE_BYTES - 1);
    int start = -area.alignmentOffset(0, LINE_BYTES) & (LINE_BYTES - 1);
    return area.slice(start, bytes);
  }
}
