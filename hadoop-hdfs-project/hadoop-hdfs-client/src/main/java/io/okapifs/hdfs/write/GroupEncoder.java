package io.okapifs.hdfs.write;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * From data cells in file order to the parity rows of groups. Groups begin in ascending order, and
 * the rows of each come in ascending order. Not thread safe.
 */
public interface GroupEncoder {

  /** Takes the rows. */
  @FunctionalInterface
  interface Sink {

    /**
     * @param group the parity group
     * @param parityLength P of the group: the full one while the file grows, exact when it ends
     * @param parities one buffer for each of the r parities, of one length; valid during the call
     * @return whether it wants more of this group
     */
    boolean accept(long group, long parityLength, ByteBuffer[] parities) throws IOException;

    /** Hears of a group of which nothing was or will be passed on. */
    default void leave(long group, String reason) throws IOException {
      throw new IllegalStateException("group " + group + " has no parity: " + reason);
    }
  }

  /** Appends bytes to the current cell. */
  void put(byte[] bytes, int offset, int length);

  /** Ends the current cell; passes on what it completes. */
  void endCell(long block, long row) throws IOException;

  /** Forgets the groups before {@code group}, all rows of which were passed on. */
  void groupsDone(long group);

  /**
   * Passes on all rows that are left of a file that ends at {@code length} bytes, behind the cell
   * that was ended last.
   */
  void finish(long length) throws IOException;

  /** Forgets everything and gives memory back; nothing may follow. */
  void clear();
}
