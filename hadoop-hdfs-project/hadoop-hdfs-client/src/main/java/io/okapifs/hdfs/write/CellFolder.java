package io.okapifs.hdfs.write;

import java.nio.ByteBuffer;

/** The part of an erasure code with alpha = 1 that a writer needs. */
@FunctionalInterface
public interface CellFolder {

  /**
   * Adds the shares of consecutive data members into the parities of the same offsets. All buffers
   * are direct, have equally many bytes remaining and keep their positions.
   *
   * @param firstMember data member of the first cell
   * @param cells the members' bytes
   * @param parities r buffers
   */
  void fold(int firstMember, ByteBuffer[] cells, ByteBuffer[] parities);

  /**
   * Makes the parities of all data members, whatever they held before.
   *
   * @param cells k buffers, else as for {@link #fold}
   * @param parities r buffers
   */
  default void encode(ByteBuffer[] cells, ByteBuffer[] parities) {
    for (ByteBuffer parity : parities) {
      Zeros.fill(parity, 0);
    }
    fold(0, cells, parities);
  }
}
