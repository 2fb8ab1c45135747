package io.okapifs.hdfs.read;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader knows of a file at one moment. A value; a read keeps one view from start to end
 * except that it may learn of a new policy.
 *
 * @param layout where bytes lie
 * @param length bytes of the file that this reader can see
 * @param settledBlocks so many data blocks, from the first on, have their final length; {@link
 *     Long#MAX_VALUE} for a closed file
 * @param parityLengths P of groups of codes with sub-blocks, as far as it was asked for: whether it
 *     is the compact or the full one does not follow from the layout
 */
public record FileView(
    FileLayout layout, long length, long settledBlocks, Map<Long, Long> parityLengths) {

  public FileView {
    parityLengths = Map.copyOf(parityLengths);
  }

  public FileView(FileLayout layout, long length, long settledBlocks) {
    this(layout, length, settledBlocks, Map.of());
  }

  /** The view of a file that nobody writes. */
  public static FileView closed(FileLayout layout, long length) {
    return new FileView(layout, length, Long.MAX_VALUE);
  }

  public FileView with(GroupPolicy policy) {
    FileLayout changed = new FileLayout(policy, layout.stripeWidth(), layout.blockSize());
    return new FileView(changed, length, settledBlocks);
  }

  /** This view with the parity length of a group, where it matters and can be one. */
  FileView withParityLength(long group, long bytes) {
    GroupPolicy policy = layout.policy();
    if (policy.alpha() == 1
        || bytes < layout.parityLength(group, length)
        || !policy.isSubBlocked(bytes)) {
      return this;
    }
    Map<Long, Long> more = new HashMap<>(parityLengths);
    more.put(group, bytes);
    return new FileView(layout, length, settledBlocks, more);
  }

  /** P of a group. */
  private long parityLength(long group) {
    return parityLengths.getOrDefault(group, layout.parityLength(group, length));
  }

  /** u, bytes of a sub-block of a group's members. */
  long subBlockBytes(long group) {
    return parityLength(group) / layout.policy().alpha();
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
            ? parityLength(source.number())
            : layout.blockLength(source.number(), length);
    return new ByteRange(0, bytes);
  }

  /**
   * The bytes of a block that are read in one go around an offset: all of them, or where the group
   * is decoded one of its sub-blocks.
   */
  public ByteRange sequenceAt(Source source, long offset) {
    long group = source.isParity() ? source.number() : layout.groupOf(source.number());
    if (!parityLengths.containsKey(group)) {
      return extent(source);
    }
    long subBlock = subBlockBytes(group);
    long start = offset / subBlock * subBlock;
    return new ByteRange(start, start + subBlock).intersect(extent(source));
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
