package io.okapifs.hdfs.write;

import java.nio.ByteBuffer;

/** The part of an erasure code with alpha = 1 that a writer needs. */
@FunctionalInterface
public interface CellFolder {

  /**
   * Adds the share of a data member's bytes into the parities of the same offsets.
   *
   * @param member data member, 0 to k-1
   * @param cell direct; its remaining bytes are folded and its position is left alone
   * @param parities r direct buffers with as many bytes remaining as the cell, positions left alone
   */
  void fold(int member, ByteBuffer cell, ByteBuffer[] parities);
}
