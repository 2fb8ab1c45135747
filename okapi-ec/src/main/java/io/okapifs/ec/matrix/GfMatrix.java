package io.okapifs.ec.matrix;

import io.okapifs.ec.EcException;
import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.field.SymbolField;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/**
 * An immutable matrix over GF(2^8). Empty shapes (no rows or no columns) are allowed.
 *
 * <p>A value: equal when shape and elements are equal; safe to share between threads. Shapes that
 * do not fit are refused with {@link EcException}, rows and columns that do not exist with {@link
 * IndexOutOfBoundsException}.
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

  /**
   * The matrix whose element at (row, column) is what the function says, each in 0..255.
   *
   * @param rowCount 0 or more
   * @param columnCount 0 or more
   * @param element from row and column, both from 0, asked once each
   * @throws EcException for negative counts, and elements outside 0..255
   */
  public static GfMatrix of(int rowCount, int columnCount, IntBinaryOperator element) {
    if (rowCount < 0 || columnCount < 0) {
      throw new EcException(
          "negative shape: rowCount=" + rowCount + ", columnCount=" + columnCount);
    }
    byte[] elements = new byte[Math.multiplyExact(rowCount, columnCount)];
    for (int row = 0; row < rowCount; row++) {
      for (int column = 0; column < columnCount; column++) {
        int value = element.applyAsInt(row, column);
        if (value < 0 || value >= Gf256.SIZE) {
          throw new EcException(
              "element out of range: row=" + row + ", column=" + column + ", value=" + value);
        }
        elements[row * columnCount + column] = (byte) value;
      }
    }
    return new GfMatrix(rowCount, columnCount, elements);
  }

  /**
   * The matrix of elements of a field, each as the matrix over GF(2^8) by which it multiplies: so
   * many times larger as a symbol of the field has bytes.
   *
   * @param field the field of the elements
   * @param rowCount in elements of the field
   * @param columnCount in elements of the field
   * @param element from row and column, both from 0, to an element of the field
   * @return rowCount * symbolBytes rows and columnCount * symbolBytes columns
   */
  public static GfMatrix over(
      SymbolField field, int rowCount, int columnCount, IntBinaryOperator element) {
    int width = field.symbolBytes();
    byte[] elements = new byte[rowCount * columnCount * width * width];
    for (int row = 0; row < rowCount; row++) {
      for (int column = 0; column < columnCount; column++) {
        int value = element.applyAsInt(row, column);
        for (int i = 0; i < width * width && value != 0; i++) {
          int at = (row * width + i / width) * columnCount * width + column * width + i % width;
          elements[at] = (byte) field.entry(value, i / width, i % width);
        }
      }
    }
    return new GfMatrix(rowCount * width, columnCount * width, elements);
  }

  /** The identity of the given size. */
  public static GfMatrix identity(int size) {
    return of(size, size, (row, column) -> row == column ? 1 : 0);
  }

  /**
   * The matrix whose rows are given in hexadecimal, two digits an element, all of one length.
   *
   * @param rows none gives the matrix without rows and columns
   * @throws IllegalArgumentException where a row is no such text, or as {@link EcException} longer
   *     or shorter than the first
   */
  public static GfMatrix ofHexRows(String... rows) {
    byte[][] parsed = new byte[rows.length][];
    for (int row = 0; row < rows.length; row++) {
      parsed[row] = HexFormat.of().parseHex(rows[row]);
      if (parsed[row].length != parsed[0].length) {
        throw new EcException(
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
      throw new EcException(
          "shapes do not fit: left=" + shape() + ", right=" + right.shape());
    }
    byte[] product = new byte[rowCount * right.columnCount];
    for (int row = 0; row < rowCount; row++) {
      for (int inner = 0; inner < columnCount; inner++) {
        Gf256.addMultiple(
            product, row * right.columnCount, right.elements, inner * right.columnCount,
            right.columnCount, get(row, inner));
      }
    }
    return new GfMatrix(rowCount, right.columnCount, product);
  }

  /** This matrix with the other one below it. */
  public GfMatrix stackedOn(GfMatrix below) {
    if (columnCount != below.columnCount) {
      throw new EcException(
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
    return pick(IntStream.range(0, rowCount).toArray(), columns);
  }

  /**
   * The elements where the named rows and columns cross, in the orders named.
   *
   * @param rows may repeat
   * @param columns may repeat
   */
  public GfMatrix pick(int[] rows, int[] columns) {
    byte[] picked = new byte[rows.length * columns.length];
    for (int i = 0; i < rows.length; i++) {
      Objects.checkIndex(rows[i], rowCount);
      for (int j = 0; j < columns.length; j++) {
        Objects.checkIndex(columns[j], columnCount);
        picked[i * columns.length + j] = elements[rows[i] * columnCount + columns[j]];
      }
    }
    return new GfMatrix(rows.length, columns.length, picked);
  }

  /** This matrix with the other one on its right. */
  public GfMatrix besides(GfMatrix right) {
    if (rowCount != right.rowCount) {
      throw new EcException("row counts differ: left=" + shape() + ", right=" + right.shape());
    }
    int width = columnCount + right.columnCount;
    byte[] joined = new byte[rowCount * width];
    for (int row = 0; row < rowCount; row++) {
      System.arraycopy(elements, row * columnCount, joined, row * width, columnCount);
      System.arraycopy(
          right.elements, row * right.columnCount, joined, row * width + columnCount,
          right.columnCount);
    }
    return new GfMatrix(rowCount, width, joined);
  }

  /** The sum of two matrices of one shape. */
  public GfMatrix add(GfMatrix other) {
    if (rowCount != other.rowCount || columnCount != other.columnCount) {
      throw new EcException("shapes differ: left=" + shape() + ", right=" + other.shape());
    }
    byte[] sum = elements.clone();
    Gf256.addMultiple(sum, 0, other.elements, 0, sum.length, 1);
    return new GfMatrix(rowCount, columnCount, sum);
  }

  /**
   * X with X * this = wanted, or nothing where the rows of this matrix do not span the wanted ones.
   * X uses the first rows that do: the columns of X for all others are zero.
   *
   * @param wanted any number of rows, as long as those of this matrix
   * @return one row per wanted row, one column per row of this matrix
   */
  public Optional<GfMatrix> solveLeft(GfMatrix wanted) {
    if (columnCount != wanted.columnCount) {
      throw new EcException(
          "column counts differ: known=" + shape() + ", wanted=" + wanted.shape());
    }
    return new RowSpace(this).express(wanted);
  }

  /** Whether every element is zero or one: multiplying by it takes XOR alone. */
  public boolean isBinary() {
    for (byte element : elements) {
      if ((element & 0xfe) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether every element of the row is zero. */
  public boolean isZeroRow(int row) {
    return IntStream.range(0, columnCount).allMatch(column -> get(row, column) == 0);
  }

  /** Whether every element of the column is zero. */
  public boolean isZeroColumn(int column) {
    return IntStream.range(0, rowCount).allMatch(row -> get(row, column) == 0);
  }

  /**
   * The inverse of a square matrix.
   *
   * @throws ArithmeticException when the matrix is singular
   */
  public GfMatrix invert() {
    if (rowCount != columnCount) {
      throw new EcException("only square matrices have an inverse: " + shape());
    }
    int size = rowCount;
    GfMatrix augmented = besides(identity(size));
    if (augmented.reduce(size) < size) {
      throw new ArithmeticException("singular matrix: " + this);
    }
    return augmented.pickColumns(IntStream.range(size, 2 * size).toArray());
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
          Gf256.addMultiple(elements, row * columnCount, elements, rank * columnCount, columnCount,
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

  /** A copy of one row. */
  byte[] row(int row) {
    return Arrays.copyOfRange(elements, row * columnCount, (row + 1) * columnCount);
  }

  /** The matrix of these rows. */
  static GfMatrix ofRows(int columnCount, byte[][] rows) {
    byte[] elements = new byte[rows.length * columnCount];
    for (int row = 0; row < rows.length; row++) {
      System.arraycopy(rows[row], 0, elements, row * columnCount, columnCount);
    }
    return new GfMatrix(rows.length, columnCount, elements);
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
