package org.apache.hadoop.hdfs;

import io.okapifs.hdfs.read.ByteRange;
import io.okapifs.hdfs.read.FileView;
import io.okapifs.hdfs.read.RangeRead;
import io.okapifs.hdfs.read.StreamMemory;
import io.okapifs.hdfs.read.UnrecoverableGroupException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes ahead of a stateful reader: at most one row, which is a cell of every block of a
 * stripe. Guarded by the lock of its stream.
 *
 * <p>A reader that jumps gets the cells that it asks for; one that goes on where it stopped, or
 * begins at the start of the file, gets the rest of the row, from all blocks in parallel.
 */
final class RowWindow {

  private final DecoupledInputStream stream;
  private final BlockLocator locator;
  private final StreamMemory memory;
  private ByteBuffer buffer;
  private long bufferOffset;
  private ByteRange filled = new ByteRange(0, 0);
  private BlockReaders readers;
  private long stripe = -1;

  RowWindow(DecoupledInputStream stream, BlockLocator locator, StreamMemory memory) {
    this.stream = stream;
    this.locator = locator;
    this.memory = memory;
  }

  /**
   * Bytes from a position of the file on.
   *
   * @param wanted how many the caller could use; at least 1
   * @return from its position to its limit, at least one byte and at most one row
   */
  ByteBuffer bytesAt(FileView view, long position, long wanted) throws IOException {
    if (position < filled.from() || position >= filled.to()) {
      fill(view, position, wanted);
    }
    ByteBuffer bytes = buffer.duplicate();
    bytes.clear();
    bytes.position((int) (position - bufferOffset));
    bytes.limit((int) (filled.to() - bufferOffset));
    return bytes;
  }

  /** Closes the open blocks and forgets the bytes. */
  void close() {
    if (readers != null) {
      readers.close();
      readers = null;
    }
    filled = new ByteRange(0, 0);
    stripe = -1;
  }

  /** Gives the memory back as well. */
  void release() {
    close();
    if (buffer != null) {
      memory.pool().putBuffer(buffer);
      buffer = null;
    }
  }

  private void fill(FileView view, long position, long wanted) throws IOException {
    boolean goesOn = position == filled.to();
    long cell = view.layout().policy().cellSize();
    long row = cell * view.layout().stripeWidth();
    long rowStart = position / row * row;
    long askedEnd = (position + Math.min(wanted, row) + cell - 1) / cell * cell;
    long end = Math.min(view.length(), rowStart + row);
    if (!goesOn) {
      end = Math.min(end, askedEnd);
    }
    openStripe(position / view.layout().stripeSize());
    if (buffer == null) {
      buffer = memory.pool().getBuffer(true, Math.toIntExact(row));
    }
    // What of the row is there stays: a block that is lost further on may need it.
    boolean sameRow = goesOn && filled.from() >= rowStart;
    long start = sameRow ? filled.from() : position;
    bufferOffset = rowStart;
    long cellEnd = (position / cell + 1) * cell;
    try {
      fetch(view, new ByteRange(start, end), position);
    } catch (UnrecoverableGroupException e) {
      if (end <= cellEnd) {
        throw e;
      }
      // The lost cell may lie further on, and the caller shall have what lies before it.
      fetch(view, new ByteRange(start, cellEnd), position);
    }
  }

  private void fetch(FileView view, ByteRange range, long filledTo) throws IOException {
    filled = new ByteRange(0, 0);
    ByteBuffer target = buffer.duplicate();
    target.clear().position((int) (range.from() - bufferOffset));
    RangeRead.read(readers, memory, view, range, target, filledTo);
    filled = range;
  }

  private void openStripe(long wanted) {
    if (readers == null || wanted != stripe) {
      close();
      readers = new BlockReaders(stream, locator, true);
      stripe = wanted;
    }
  }
}
