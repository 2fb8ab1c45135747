package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A group of a code with sub-blocks of which some data came: either the cells, or an image of its
 * parities.
 *
 * <p>Which length the parities will have is not known before the group ends: one that the file ends
 * in gets compact ones. So cells are kept as they are while they take no more memory than the full
 * parities would, r * P, and while they and what they will be folded into can be had together; then
 * they are folded into parities of the full length. A small file thus has small parities, whatever
 * the block size.
 *
 * <p>What a full group needs, its image, is reserved at the begin. Where it cannot be had, the
 * group goes on as long as its cells and compact parities fit, as those of small files do. Not
 * thread safe.
 */
final class OpenGroup implements AutoCloseable {

  private final FileLayout layout;
  private final ErasureCode code;
  private final ParityMemory.Share memory;
  private final int pageBytes;
  private final long fullLength;
  private final ImageShape full;
  private final Deque<Cell> cells = new ArrayDeque<>();
  private CodeImage image;
  private long longestMember;
  private long reserved;
  private boolean foldable;

  private record Cell(int member, long offset, ByteBuffer bytes) {}

  OpenGroup(FileLayout layout, ErasureCode code, ParityMemory.Share memory) {
    GroupPolicy policy = layout.policy();
    this.layout = layout;
    this.code = code;
    this.memory = memory;
    this.pageBytes = ImageShape.roundUp(policy.cellSize());
    this.fullLength = policy.fullParityLength(layout.blockSize());
    this.full = CodeImage.shape(code, fullLength, pageBytes);
    this.foldable = reserveUpTo(full.bytes());
  }

  /** What a group takes that does not end before it is full. */
  long fullBytes() {
    return full.bytes();
  }

  /** Makes the reservation that large; false where that is too much. */
  private boolean reserveUpTo(long bytes) {
    if (bytes > reserved) {
      if (!memory.reserve(bytes - reserved)) {
        return false;
      }
      reserved = bytes;
    }
    return true;
  }

  /**
   * @param cell direct; behind its limit there are zeros up to the end of a granule
   * @return false where memory does not suffice: the group can only be closed
   */
  boolean add(int member, long offset, ByteBuffer cell) {
    longestMember = Math.max(longestMember, offset + cell.remaining());
    if (image == null && mayKeepOneMore()) {
      ByteBuffer kept = memory.take(pageBytes);
      kept.put(cell.duplicate()).flip();
      Zeros.fill(kept, kept.limit());
      cells.add(new Cell(member, offset, kept));
      return true;
    }
    foldable = foldable || reserveUpTo(full.bytes());
    if (!foldable) {
      return false;
    }
    if (image == null) {
      foldCells(fullLength);
      memory.release(reserved - full.bytes());
      reserved = full.bytes();
    }
    image.fold(member, offset, cell);
    return true;
  }

  private boolean mayKeepOneMore() {
    int count = cells.size() + 1;
    return (long) count * layout.policy().cellSize() <= code.r() * fullLength
        && reserveUpTo((long) count * pageBytes + foldedBytes());
  }

  /** What the cells will be folded into takes at most: parities of either length. */
  private long foldedBytes() {
    long compact = layout.policy().compactParityLength(longestMember);
    return Math.max(
        CodeImage.shape(code, compact, pageBytes).bytes(), full.bytesOf(longestMember));
  }

  private void foldCells(long parityLength) {
    image = new CodeImage(code, parityLength, pageBytes, memory);
    while (!cells.isEmpty()) {
      Cell next = cells.remove();
      image.fold(next.member(), next.offset(), next.bytes());
      memory.giveBack(next.bytes());
    }
  }

  /**
   * The parities; nothing may be added afterwards.
   *
   * @param parityLength that they get if no cell was folded yet
   */
  CodeImage finish(long parityLength) {
    if (image == null) {
      foldCells(parityLength);
    }
    image.finish();
    return image;
  }

  /** Bytes of cells that are kept and of the image. */
  long reservedBytes() {
    return reserved;
  }

  /** Gives all memory back. */
  @Override
  public void close() {
    cells.forEach(cell -> memory.giveBack(cell.bytes()));
    cells.clear();
    if (image != null) {
      image.close();
      image = null;
    }
    memory.release(reserved);
    reserved = 0;
  }
}
