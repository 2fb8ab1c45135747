package io.okapifs.hdfs.write;

import io.okapifs.ec.coder.CodingBuffers;
import io.okapifs.hdfs.layout.FileLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The parities of groups whose data has not all been seen, row by row (alpha = 1). A row is one
 * cell of each of the r parities; it appears with the first cell folded into it and goes when it is
 * released. Not thread safe.
 *
 * <p>In a writer's hands this holds at most r * (bs + c) bytes. Rows of a group that lies inside a
 * stripe become final within their row of the stripe, so there is one such row at a time. Only the
 * last group of a stripe can go on behind it, and only the first can come from before: within each
 * row the latter's parities are final before the former's begin, so together they hold one row per
 * row of a block.
 */
public final class PartialParities {

  private record Place(long group, long row) {}

  private final FileLayout layout;
  private final CellFolder folder;
  private final Map<Place, ByteBuffer[]> held = new HashMap<>();
  private final Deque<ByteBuffer[]> free = new ArrayDeque<>();

  public PartialParities(FileLayout layout, CellFolder folder) {
    this.layout = layout;
    this.folder = folder;
  }

  /**
   * Folds cells of consecutive blocks of one group.
   *
   * @param cells direct buffers of equally many bytes: all of the cells, or what there is of the
   *     one in which the file ends; positions are left alone
   */
  public void fold(long firstBlock, long row, ByteBuffer[] cells) {
    Place place = new Place(layout.groupOf(firstBlock), row);
    int length = cells[0].remaining();
    if (cells.length == layout.policy().k()) {
      ByteBuffer[] parities = held.computeIfAbsent(place, absent -> someRow());
      folder.encode(cells, firstBytes(parities, length));
    } else {
      ByteBuffer[] parities = held.computeIfAbsent(place, absent -> zeroRow());
      folder.fold(layout.memberOf(firstBlock), cells, firstBytes(parities, length));
    }
  }

  /** The first bytes of a row's r parities; valid until the row is released. */
  public ByteBuffer[] row(long group, long row, int length) {
    ByteBuffer[] parities = held.get(new Place(group, row));
    if (parities == null) {
      throw new IllegalStateException("no such row: group=" + group + ", row=" + row);
    }
    return firstBytes(parities, length);
  }

  /** Forgets a row that was written out. */
  public void release(long group, long row) {
    ByteBuffer[] parities = held.remove(new Place(group, row));
    if (parities != null) {
      free.push(parities);
    }
  }

  /** Forgets all rows of a group whose parities nobody will write. */
  public void releaseGroup(long group) {
    Iterator<Map.Entry<Place, ByteBuffer[]>> entries = held.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Place, ByteBuffer[]> entry = entries.next();
      if (entry.getKey().group() == group) {
        free.push(entry.getValue());
        entries.remove();
      }
    }
  }

  /** Forgets everything. */
  public void clear() {
    held.clear();
    free.clear();
  }

  /** Bytes of rows that are not released. */
  public long heldBytes() {
    return rowBytes() * held.size();
  }

  /** Bytes of all buffers, those that wait to be used again included. */
  public long allocatedBytes() {
    return rowBytes() * (held.size() + free.size());
  }

  private long rowBytes() {
    return (long) layout.policy().r() * layout.policy().cellSize();
  }

  private ByteBuffer[] zeroRow() {
    boolean isUsed = !free.isEmpty();
    ByteBuffer[] parities = someRow();
    if (isUsed) {
      for (ByteBuffer parity : parities) {
        Zeros.fill(parity, 0);
      }
    }
    return parities;
  }

  /** With whatever it held before. */
  private ByteBuffer[] someRow() {
    if (!free.isEmpty()) {
      return free.pop();
    }
    ByteBuffer[] parities = new ByteBuffer[layout.policy().r()];
    for (int i = 0; i < parities.length; i++) {
      parities[i] = CodingBuffers.allocate(layout.policy().cellSize());
    }
    return parities;
  }

  private static ByteBuffer[] firstBytes(ByteBuffer[] parities, int length) {
    ByteBuffer[] views = new ByteBuffer[parities.length];
    for (int i = 0; i < parities.length; i++) {
      views[i] = parities[i].slice(0, length);
    }
    return views;
  }
}
