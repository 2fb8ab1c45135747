package io.okapifs.ec.matrix;

import io.okapifs.ec.field.Gf256;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The space that the rows of a matrix span, as a basis taken from the first independent rows. Each
 * basis row remembers which of the original rows it is made of.
 */
final class RowSpace {
  private final GfMatrix matrix;
  private final List<BasisRow> basis = new ArrayList<>();

  /**
   * Reduced by all basis rows before it, and one at its pivot.
   *
   * @param pivot the first column that is not zero
   * @param elements the row
   * @param origin its coefficients over the rows of the matrix
   */
  private record BasisRow(int pivot, byte[] elements, byte[] origin) {}

  RowSpace(GfMatrix matrix) {
    this.matrix = matrix;
    for (int row = 0; row < matrix.rowCount() && basis.size() < matrix.columnCount(); row++) {
      extend(row);
    }
  }

  private void extend(int row) {
    byte[] elements = matrix.row(row);
    byte[] origin = new byte[matrix.rowCount()];
    origin[row] = 1;
    reduce(elements, origin);
    for (int column = 0; column < elements.length; column++) {
      if (elements[column] != 0) {
        int scale = Gf256.inverse(elements[column] & 0xff);
        basis.add(new BasisRow(column, scaled(elements, scale), scaled(origin, scale)));
        return;
      }
    }
  }

  /** Takes away what the basis has of the row; the origin follows. */
  private void reduce(byte[] elements, byte[] origin) {
    for (BasisRow known : basis) {
      int factor = elements[known.pivot] & 0xff;
      Gf256.addMultiple(elements, 0, known.elements, 0, elements.length, factor);
      Gf256.addMultiple(origin, 0, known.origin, 0, origin.length, factor);
    }
  }

  private static byte[] scaled(byte[] row, int factor) {
    byte[] scaled = new byte[row.length];
    Gf256.addMultiple(scaled, 0, row, 0, row.length, factor);
    return scaled;
  }

  /** X with X * matrix = wanted, or nothing. */
  Optional<GfMatrix> express(GfMatrix wanted) {
    byte[][] solution = new byte[wanted.rowCount()][];
    for (int row = 0; row < wanted.rowCount(); row++) {
      byte[] rest = wanted.row(row);
      solution[row] = new byte[matrix.rowCount()];
      reduce(rest, solution[row]);
      for (byte element : rest) {
        if (element != 0) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(GfMatrix.ofRows(matrix.rowCount(), solution));
  }
}
