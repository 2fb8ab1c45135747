package io.okapifs.hdfs.read;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes of one data block that the caller wants, at most a cell, and where they go.
 *
 * @param block the data block
 * @param range bytes of the block
 * @param target exactly as many bytes, from 0 to its capacity
 */
public record Piece(long block, ByteRange range, ByteBuffer target) {

  public Piece {
    if (target.capacity() != range.length()) {
      throw new IllegalArgumentException(
          "target does not fit: range=" + range + ", targetBytes=" + target.capacity());
    }
  }

  public Source source() {
    return Source.data(block);
  }

  /** The part of this piece that covers a range inside it. */
  public Piece part(ByteRange inside) {
    int at = (int) (inside.from() - range.from());
    return new Piece(block, inside, target.slice(at, inside.length()));
  }

  /** What is left of this piece, once the given ranges are delivered. */
  public List<Piece> without(List<ByteRange> delivered) {
    List<Piece> left = new ArrayList<>();
    for (ByteRange gap : range.minus(delivered)) {
      left.add(part(gap));
    }
    return left;
  }
}
