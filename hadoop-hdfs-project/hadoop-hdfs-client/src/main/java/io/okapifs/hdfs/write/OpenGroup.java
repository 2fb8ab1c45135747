package io.okapifs.hdfs.write;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

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
  private final Deque<Kept> kept = new ArrayDeque<>();
  private int keptCells;
  private CodeImage image;
  private long longestMember;
  private long reserved;
  private boolean foldable;

  /** Cells of consecutive members at one offset. */
  private record Kept(int firstMember, long offset, List<ByteBuffer> cells) {}

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
   * Adds cells of consecutive members at one offset.
   *
   * @param cells as {@link CodeImage#fold} wants them
   * @throws NoParityMemoryException where memory does not suffice: the group can only be closed
   */
  void add(int firstMember, long offset, List<ByteBuffer> cells) {
    longestMember = Math.max(longestMember, offset + cells.get(0).remaining());
    if (image == null && mayKeep(cells.size())) {
      keep(firstMember, offset, cells);
      return;
    }
    foldable = foldable || reserveUpTo(full.bytes());
    if (!foldable) {
      throw new NoParityMemoryException(memory.shortage(full.bytes()));
    }
    if (image == null) {
      foldKept(fullLength);
      memory.release(reserved - full.bytes());
      reserved = full.bytes();
    }
    image.fold(firstMember, offset, cells);
  }

  private boolean mayKeep(int more) {
    int count = keptCells + more;
    return (long) count * layout.policy().cellSize() <= code.r() * fullLength
        && reserveUpTo((long) count * pageBytes + foldedBytes());
  }

  private void keep(int firstMember, long offset, List<ByteBuffer> cells) {
    List<ByteBuffer> copies = new ArrayList<>();
    // Before the JVM may be out of memory: what is listed is given back.
    kept.add(new Kept(firstMember, offset, copies));
    for (ByteBuffer cell : cells) {
      ByteBuffer copy = memory.take(pageBytes);
      copy.put(cell.duplicate()).flip();
      Zeros.fill(copy, copy.limit());
      copies.add(copy);
    }
    keptCells += copies.size();
  }

  /** What the cells will be folded into takes at most: parities of either length. */
  private long foldedBytes() {
    long compact = layout.policy().compactParityLength(longestMember);
    return Math.max(
        CodeImage.shape(code, compact, pageBytes).bytes(), full.bytesOf(longestMember));
  }

  private void foldKept(long parityLength) {
    image = new CodeImage(code, parityLength, pageBytes, memory);
    while (!kept.isEmpty()) {
      Kept next = kept.element();
      image.fold(next.firstMember(), next.offset(), next.cells());
      kept.remove();
      next.cells().forEach(memory::giveBack);
    }
  }

  /**
   * The parities; nothing may be added afterwards.
   *
   * @param parityLength that they get if no cell was folded yet
   * @throws NoParityMemoryException as {@link #add} does
   */
  CodeImage finish(long parityLength) {
    if (image == null) {
      foldKept(parityLength);
    }
    image.finish();
    return image;
  }

  /** Gives all memory back. */
  @Override
  public void close() {
    kept.forEach(run -> run.cells().forEach(memory::giveBack));
    kept.clear();
    if (image != null) {
      image.close();
      image = null;
    }
    memory.release(reserved);
    reserved = 0;
  }
}
