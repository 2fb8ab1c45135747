package io.okapifs.hdfs.write;

import io.okapifs.ec.coder.CodingBuffers;
import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Cells of one row that belong to one group, at most min(k, s), gathered in file order and folded
 * at once, because that reads and writes the parities once instead of once per cell. Not thread
 * safe.
 */
final class CellRun {

  /** Takes the cells. */
  @FunctionalInterface
  interface Folder {

    /**
     * @param firstBlock the data block of the first cell; the others are of the blocks behind it
     * @param cells direct buffers of equally many bytes, with zeros behind them up to a whole cell;
     *     valid during the call
     */
    void fold(long firstBlock, long row, List<ByteBuffer> cells) throws IOException;
  }

  private final FileLayout layout;
  private final Folder folder;
  private final ByteBuffer[] cells;
  private int count;

  CellRun(FileLayout layout, Folder folder) {
    this.layout = layout;
    this.folder = folder;
    this.cells = new ByteBuffer[Math.min(layout.policy().k(), layout.stripeWidth())];
  }

  /** Appends bytes to the current cell. */
  void put(byte[] bytes, int offset, int length) {
    if (cells[count] == null) {
      cells[count] = CodingBuffers.allocate(layout.policy().cellSize());
    }
    cells[count].put(bytes, offset, length);
  }

  /**
   * Ends the current cell, that of {@code block}, and folds the run where it ends as well.
   *
   * @return whether the cell is full
   */
  boolean endCell(long block, long row) throws IOException {
    ByteBuffer last = cells[count++].flip();
    // The buffer has held another cell.
    Zeros.fill(last, last.limit());
    boolean isShort = last.remaining() < layout.policy().cellSize();
    boolean isLastMember = layout.memberOf(block) == layout.policy().k() - 1;
    boolean isLastIndex = layout.indexInStripe(block) == layout.stripeWidth() - 1;
    if (isShort || isLastMember || isLastIndex) {
      fold(block, row, isShort);
    }
    return !isShort;
  }

  /** Folds what was gathered of a file that ends at {@code length} bytes. */
  void finish(long length) throws IOException {
    if (count > 0) {
      long row = layout.offsetInBlock(length - 1) / layout.policy().cellSize();
      fold(layout.blockAt(length - 1), row, false);
    }
  }

  private void fold(long block, long row, boolean lastIsShort) throws IOException {
    List<ByteBuffer> run = Arrays.asList(cells).subList(0, count);
    int together = lastIsShort ? count - 1 : count;
    count = 0;
    if (together > 0) {
      folder.fold(block - run.size() + 1, row, run.subList(0, together));
    }
    if (lastIsShort) {
      folder.fold(block, row, run.subList(together, run.size()));
    }
    run.forEach(ByteBuffer::clear);
  }
}
