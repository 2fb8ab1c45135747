package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reader knows of a file at one moment. A value; a read keeps one view from start to end
 * except that it may learn of a new policy.
 *
 * @param layout where bytes lie
 * @param length bytes of the file that this reader can see
 * @param settledBlocks so many data blocks, from the first on, have their final length; {@link
 *     Long#MAX_VALUE} for a closed file
 */
public record FileView(FileLayout layout, long length, long settledBlocks) {

  /** The view of a file that nobody writes. */
  public static FileView closed(FileLayout layout, long length) {
    return new FileView(layout, length, Long.MAX_VALUE);
  }

  public FileView with(GroupPolicy policy) {
    FileLayout changed = new FileLayout(policy, layout.stripeWidth(), layout.blockSize());
    return new FileView(changed, length, settledBlocks);
  }

  /**
   * Whether a group may be decoded. While a file is written, its parities may cover bytes that
   * this view takes for zeros, so a group that is not settled must not be decoded.
   */
  public boolean isSettled(long group) {
    return settledBlocks == Long.MAX_VALUE
        || (group + 1) * layout.policy().k() <= settledBlocks;
  }

  /** The source behind a member of a group; data members that a tail group lacks have length 0. */
  public Source member(long group, int member) {
    int k = layout.policy().k();
    return member < k
        ? Source.data(group * k + member)
        : Source.parity(group, member - k);
  }

  /** All bytes of a source. */
  public ByteRange extent(Source source) {
    long bytes =
        source.isParity()
            ? layout.parityLength(source.number(), length)
            : layout.blockLength(source.number(), length);
    return new ByteRange(0, bytes);
  }

  /**
   * Cuts a range of the file into pieces of at most a cell, in file order.
   *
   * @param target where the bytes go, from its position on
   */
  public List<Piece> pieces(ByteRange fileRange, ByteBuffer target) {
    if (fileRange.to() > length) {
      throw new IllegalArgumentException(
          "range beyond the end of the file: range=" + fileRange + ", length=" + length);
    }
    int cell = layout.policy().cellSize();
    List<Piece> pieces = new ArrayList<>();
    long offset = fileRange.from();
    while (offset < fileRange.to()) {
      long end = Math.min(fileRange.to(), (offset / cell + 1) * cell);
      long inBlock = layout.offsetInBlock(offset);
      int at = target.position() + (int) (offset - fileRange.from());
      pieces.add(
          new Piece(
              layout.blockAt(offset),
              new ByteRange(inBlock, inBlock + end - offset),
              target.slice(at, (int) (end - offset))));
      offset = end;
    }
    return pieces;
  }
}
