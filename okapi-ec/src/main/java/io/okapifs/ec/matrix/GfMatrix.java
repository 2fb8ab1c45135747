package io.okapifs.ec.matrix;

import io.okapifs.ec.field.Gf256;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.IntBinaryOperator;

/**
 * An immutable matrix over GF(2^8). Empty shapes (no rows or no columns) are allowed.
 *
 * <p>A value: equal when shape and elements are equal; safe to share between threads.
 */
public final class GfMatrix {
  private final int rowCount;
  private final int columnCount;
  private final byte[] elements;

  private GfMatrix(int rowCount, int columnCount, byte[] elements) {
    this.rowCount = rowCount;
    this.columnCount = columnCount;
    this.elements = elements;
  }

  /** The matrix whose element at (row, column) is what the function says, each in 0..255. */
  public static GfMatrix of(int rowCount, int columnCount, IntBinaryOperator element) {
    if (rowCount < 0 || columnCount < 0) {
      throw new IllegalArgumentException(
          "negative shape: rowCount=" + rowCount + ", columnCount=" + columnCount);
    }
    byte[] elements = new byte[Math.multiplyExact(rowCount, columnCount)];
    for (int row = 0; row < rowCount; row++) {
      for (int column = 0; column < columnCount; column++) {
        int value = element.applyAsInt(row, column);
        if (value < 0 || value >= Gf256.SIZE) {
          throw new IllegalArgumentException(
              "element out of range: row=" + row + ", column=" + column + ", value=" + value);
        }
        elements[row * columnCount + column] = (byte) value;
      }
    }
    return new GfMatrix(rowCount, columnCount, elements);
  }

  /** The identity of the given size. */
  public static GfMatrix identity(int size) {
    return of(size, size, (row, column) -> row == column ? 1 : 0);
  }

  /** The matrix whose rows are given in hexadecimal, two digits an element, all of one length. */
  public static GfMatrix ofHexRows(String... rows) {
    byte[][] parsed = new byte[rows.length][];
    for (int row = 0; row < rows.length; row++) {
      parsed[row] = HexFormat.of().parseHex(rows[row]);
      if (parsed[row].length != parsed[0].length) {
        throw new IllegalArgumentException(
            "rows differ in length: row=" + row + ", columnCount=" + parsed[row].length
                + ", expected=" + parsed[0].length);
      }
    }
    int columnCount = rows.length == 0 ? 0 : parsed[0].length;
    return of(rows.length, columnCount, (row, column) -> parsed[row][column] & 0xff);
  }

  /** Number of rows. */
  public int rowCount() {
    return rowCount;
  }

  /** Number of columns. */
  public int columnCount() {
    return columnCount;
  }

  /** The element at (row, column), 0..255. */
  public int get(int row, int column) {
    Objects.checkIndex(row, rowCount);
    Objects.checkIndex(column, columnCount);
    return elements[row * columnCount + column] & 0xff;
  }

  /** The product this * right; refuses shapes that do not fit. */
  public GfMatrix multiply(GfMatrix right) {
    if (columnCount != right.rowCount) {
      throw new IllegalArgumentException(
          "shapes do not fit: left=" + shape() + ", right=" + right.shape());
    }
    byte[] product = new byte[rowCount * right.columnCount];
    for (int row = 0; row < rowCount; row++) {
      for (int inner = 0; inner < columnCount; inner++) {
        addMultiple(
            product, row * right.columnCount, right.elements, inner * right.columnCount,
            right.columnCount, get(row, inner));
      }
    }
    return new GfMatrix(rowCount, right.columnCount, product);
  }

  /** This matrix with the other one below it. */
  public GfMatrix stackedOn(GfMatrix below) {
    if (columnCount != below.columnCount) {
      throw new IllegalArgumentException(
          "column counts differ: upper=" + shape() + ", lower=" + below.shape());
    }
    byte[] stacked = Arrays.copyOf(elements, elements.length + below.elements.length);
    System.arraycopy(below.elements, 0, stacked, elements.length, below.elements.length);
    return new GfMatrix(rowCount + below.rowCount, columnCount, stacked);
  }

  /** The named rows, in the order named. */
  public GfMatrix pickRows(int... rows) {
    byte[] picked = new byte[rows.length * columnCount];
    for (int i = 0; i < rows.length; i++) {
      Objects.checkIndex(rows[i], rowCount);
      System.arraycopy(elements, rows[i] * columnCount, picked, i * columnCount, columnCount);
    }
    return new GfMatrix(rows.length, columnCount, picked);
  }

  /** The named columns, in the order named. */
  public GfMatrix pickColumns(int... columns) {
    return of(rowCount, columns.length, (row, column) -> get(row, columns[column]));
  }

  /** The inverse; an {@link ArithmeticException} when the matrix is singular. */
  public GfMatrix invert() {
    if (rowCount != columnCount) {
      throw new IllegalArgumentException("only square matrices have an inverse: " + shape());
    }
    int size = rowCount;
    GfMatrix augmented =
        of(size, 2 * size, (row, column) ->
            column < size ? get(row, column) : (column - size == row ? 1 : 0));
    if (augmented.reduce(size) < size) {
      throw new ArithmeticException("singular matrix: " + this);
    }
    return of(size, size, (row, column) -> augmented.get(row, size + column));
  }

  /** The number of linearly independent rows. */
  public int rank() {
    return new GfMatrix(rowCount, columnCount, elements.clone()).reduce(columnCount);
  }

  /** The matrix's own bytes in row order, a copy. */
  public byte[] toBytes() {
    return elements.clone();
  }

  /** The row in hexadecimal, two digits an element. */
  public String hexRow(int row) {
    Objects.checkIndex(row, rowCount);
    return HexFormat.of().formatHex(elements, row * columnCount, (row + 1) * columnCount);
  }

  /** Gauss-Jordan in place over the first pivot columns; only ever called on private copies. */
  private int reduce(int pivotColumns) {
    int rank = 0;
    for (int column = 0; column < pivotColumns && rank < rowCount; column++) {
      int pivot = rank;
      while (pivot < rowCount && get(pivot, column) == 0) {
        pivot++;
      }
      if (pivot == rowCount) {
        continue;
      }
      swapRows(pivot, rank);
      scaleRow(rank, Gf256.inverse(get(rank, column)));
      for (int row = 0; row < rowCount; row++) {
        if (row != rank) {
          addMultiple(elements, row * columnCount, elements, rank * columnCount, columnCount,
              get(row, column));
        }
      }
      rank++;
    }
    return rank;
  }

  private void swapRows(int a, int b) {
    for (int column = 0; column < columnCount; column++) {
      byte kept = elements[a * columnCount + column];
      elements[a * columnCount + column] = elements[b * columnCount + column];
      elements[b * columnCount + column] = kept;
    }
  }

  private void scaleRow(int row, int factor) {
    for (int i = row * columnCount; i < (row + 1) * columnCount; i++) {
      elements[i] = (byte) Gf256.multiply(elements[i] & 0xff, factor);
    }
  }

  private static void addMultiple(
      byte[] target, int targetStart, byte[] source, int sourceStart, int count, int factor) {
    if (factor == 0) {
      return;
    }
    for (int i = 0; i < count; i++) {
      target[targetStart + i] ^= (byte) Gf256.multiply(source[sourceStart + i] & 0xff, factor);
    }
  }

  private String shape() {
    return rowCount + "x" + columnCount;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GfMatrix that
        && rowCount == that.rowCount
        && columnCount == that.columnCount
        && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rowCount + columnCount) + Arrays.hashCode(elements);
  }

  /** The rows in hexadecimal, separated by slashes. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rowCount; row++) {
      text.append(row == 0 ? "" : "/").append(hexRow(row));
    }
    return text.toString();
  }
}
