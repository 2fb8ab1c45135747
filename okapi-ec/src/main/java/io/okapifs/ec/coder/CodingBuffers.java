package io.okapifs.ec.coder;

import java.nio.ByteBuffer;

/**
 * Direct buffers for {@link Coder}, which takes any, but is fastest on those that begin at a line
 * of the processor's caches, and not all at the same place of a page. Which lines a cache can hold
 * together depends on their places in pages, and a coder works on the same place of all its buffers
 * at once. A code with sub-blocks has dozens of them: where all begin with a page, each line drives
 * out another one before it is used.
 *
 * <p>They are slices, which only the garbage collector frees; who frees memory sooner takes {@link
 * #in} an area. Safe for use by several threads.
 */
public final class CodingBuffers {
  private static final int LINE_BYTES = 64;
  private static final int PAGE_BYTES = 4096;
  private static final int LINES_OF_A_PAGE = PAGE_BYTES / LINE_BYTES;

  /** What lines are spread by costs at most this part of a buffer. */
  private static final int PART = 32;

  /** The golden ratio of 2^32: multiples of it by numbers in any steps lie far apart. */
  private static final int GOLDEN = 0x9E3779B9;

  private static final int ADDRESS_PART = 1 << 30;

  private CodingBuffers() {}

  /**
   * A direct buffer of so many zero bytes that begins at a line.
   *
   * @throws IllegalArgumentException if bytes is negative
   * @throws OutOfMemoryError if the JVM may not have so much direct memory
   */
  public static ByteBuffer allocate(int bytes) {
    if (bytes < 0 || bytes > Integer.MAX_VALUE - PAGE_BYTES) {
      throw new IllegalArgumentException("size of a buffer out of range: bytes=" + bytes);
    }
    return in(ByteBuffer.allocateDirect(areaBytes(bytes)), bytes);
  }

  /** What {@link #in} needs for so many bytes. */
  public static int areaBytes(int bytes) {
    return Math.addExact(bytes, LINE_BYTES - 1 + (places(bytes) - 1) * LINE_BYTES);
  }

  /**
   * So many bytes of an area that begin at a line; at which line of a page depends on where the
   * area is. Who frees memory frees the area: a JVM refuses to free a part.
   *
   * @param area direct, of {@link #areaBytes}
   */
  public static ByteBuffer in(ByteBuffer area, int bytes) {
    int toLine = -area.alignmentOffset(0, LINE_BYTES) & (LINE_BYTES - 1);
    return area.slice(toLine + place(area, places(bytes)) * LINE_BYTES, bytes);
  }

  /** At how many lines a buffer may begin. */
  private static int places(int bytes) {
    return Math.max(1, Math.min(LINES_OF_A_PAGE, bytes / PART / LINE_BYTES));
  }

  /** Large areas begin with a page: its number chooses. */
  private static int place(ByteBuffer area, int places) {
    int page = area.alignmentOffset(0, ADDRESS_PART) / PAGE_BYTES;
    return (int) (Integer.toUnsignedLong(page * GOLDEN) * places >>> Integer.SIZE);
  }
}
