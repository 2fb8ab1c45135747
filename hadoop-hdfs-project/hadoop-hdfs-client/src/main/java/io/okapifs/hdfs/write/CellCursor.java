package io.okapifs.hdfs.write;

import io.okapifs.hdfs.layout.FileLayout;

/**
 * The cell that the next byte of a file goes to. Cells are visited in file order: along a row of
 * the stripe, then row by row, then stripe by stripe. Not thread safe.
 */
public final class CellCursor {

  private final FileLayout layout;
  private final long rowsPerStripe;
  private long stripe;
  private long row;
  private int index;
  private int filled;

  public CellCursor(FileLayout layout) {
    this.layout = layout;
    this.rowsPerStripe = layout.blockSize() / layout.policy().cellSize();
  }

  public long stripe() {
    return stripe;
  }

  /** Row of the cell in its block; row i starts at byte i * c of every block of the stripe. */
  public long row() {
    return row;
  }

  /** Index of the cell's block in its stripe. */
  public int index() {
    return index;
  }

  /** Data block of the cell. */
  public long block() {
    return stripe * layout.stripeWidth() + index;
  }

  /** Bytes that the cell holds so far. */
  public int filled() {
    return filled;
  }

  public boolean cellIsFull() {
    return filled == layout.policy().cellSize();
  }

  public boolean atRowStart() {
    return index == 0 && filled == 0;
  }

  public boolean atStripeStart() {
    return row == 0 && atRowStart();
  }

  /** Bytes before the cursor, which is the file's length once the writer ends. */
  public long position() {
    int cell = layout.policy().cellSize();
    return stripe * layout.stripeSize()
        + (row * layout.stripeWidth() + index) * cell
        + filled;
  }

  /** Bytes of the current stripe before the cursor. */
  public long positionInStripe() {
    return position() - stripe * layout.stripeSize();
  }

  /** Puts bytes into the current cell. */
  public void fill(int bytes) {
    int cell = layout.policy().cellSize();
    if (bytes < 0 || bytes > cell - filled) {
      throw new IllegalArgumentException(
          "bytes do not fit the cell: bytes=" + bytes + ", filled=" + filled + ", cellSize="
              + cell);
    }
    filled += bytes;
  }

  /** Leaves a full cell for the next one. */
  public void nextCell() {
    if (!cellIsFull()) {
      throw new IllegalStateException("cell is not full: filled=" + filled);
    }
    filled = 0;
    index++;
    if (index == layout.stripeWidth()) {
      index = 0;
      row++;
    }
    if (row == rowsPerStripe) {
      row = 0;
      stripe++;
    }
  }
}
