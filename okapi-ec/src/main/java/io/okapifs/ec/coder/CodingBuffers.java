package io.okapifs.ec.coder;

import java.nio.ByteBuffer;

/**
 * Direct buffers for {@link Coder}, which takes any, but is fastest on those that begin at a line
 * of the processor's caches. They are slices, which only the garbage collector frees; who frees
 * memory sooner takes {@link #in} an area. Safe for use by several threads.
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
    return in(ByteBuffer.allocateDirect(areaBytes(bytes)), bytes);
  }

  /** What {@link #in} needs for so many bytes. */
  public static int areaBytes(int bytes) {
    return bytes + LINE_BYTES - 1;
  }

  /**
   * The first so many bytes of an area that begin at a line. Who frees memory frees the area: a JVM
   * refuses to free a part.
   *
   * @param area direct, of {@link #areaBytes}
   */
  public static ByteBuffer in(ByteBuffer area, int bytes) {
    int start = -area.alignmentOffset(0, LINE_BYTES) & (LINE_BYTES - 1);
    return area.slice(start, bytes);
  }
}
