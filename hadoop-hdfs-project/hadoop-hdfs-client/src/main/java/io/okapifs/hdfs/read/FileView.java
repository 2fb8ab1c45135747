package io.okapifs.hdfs.read;

import io.okapifs.ec.code.HelperCosts;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
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
 * @param parities of groups under the layout's policy, as far as they were asked for
 */
public record FileView(
    FileLayout layout, long length, long settledBlocks, Map<Long, GroupParity> parities) {

  public FileView {
    parities = Map.copyOf(parities);
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

  /** This view with the parity of a group, under the policy of this view. */
  FileView with(long group, GroupParity parity) {
    if (parity.equals(parities.get(group))) {
      return this;
    }
    Map<Long, GroupParity> more = new HashMap<>(parities);
    more.put(group, parity);
    return new FileView(layout, length, settledBlocks, more);
  }

  /** P of a group. */
  private long parityLength(long group) {
    return hasOwnParityLength(group)
        ? parities.get(group).length()
        : layout.parityLength(group, length);
  }

  /**
   * Whether the length of the parity that was found counts. Of codes with sub-blocks it may be the
   * compact or the full one, which does not follow from the layout.
   */
  private boolean hasOwnParityLength(long group) {
    GroupParity parity = parities.get(group);
    return parity != null
        && layout.policy().alpha() > 1
        && parity.length() >= layout.parityLength(group, length)
        && layout.policy().isSubBlocked(parity.length());
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
        : Source.parity(group, member - k, parityGroup(group));
  }

  /**
   * What the members of a group cost as helpers. Data comes first, since what is read of it is
   * often wanted anyway.
   *
   * @param zeros members that are known to be zeros
   */
  HelperCosts costs(long group, BitSet zeros) {
    GroupParity parity = parities.get(group);
    HelperCosts costs = HelperCosts.without(zeros);
    if (parity == null || parity.ranks().isEmpty()) {
      return costs;
    }
    List<Integer> ranks = new ArrayList<>(Collections.nCopies(layout.policy().k(), 0));
    parity.ranks().forEach(rank -> ranks.add(1 + rank));
    return costs.ranked(ranks);
  }

  private long parityGroup(long group) {
    GroupParity parity = parities.get(group);
    return parity == null ? 0 : parity.parityGroup();
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
    if (!hasOwnParityLength(group)) {
      return extent(source);
    }
    long subBlock = subBlockBytes(group);
    long start = offset / subBlock * subBlock;
    return new ByteRange(start, start + subBlock).intersect(extent(source));
  }

  /**
   * The stripes around an offset that groups connect with each other: the shortest run of whole
   * stripes that is a run of whole groups, too. May reach behind the end of the file.
   */
  ByteRange groupSpan(long offset) {
    int k = layout.policy().k();
    int width = layout.stripeWidth();
    int divisor = BigInteger.valueOf(k).gcd(BigInteger.valueOf(width)).intValue();
    long span = k / divisor * layout.stripeSize();
    long start = offset / span * span;
    return new ByteRange(start, start + span);
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
