package io.okapifs.ec.code;

import io.okapifs.ec.field.SymbolField;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/**
 * The Reed-Solomon codes of two other libraries, to compare with: an extended Vandermonde matrix
 * made systematic.
 *
 * <p>Theory: the rows (1, x, x^2, ..) of different points x, with (1, 0, .. 0) for x = 0 and (0, ..
 * 0, 1) for the point at infinity, are such that any k are independent; multiplying by the inverse
 * of the first k keeps that, and so does scaling columns (so that the first parity is the XOR) and
 * rows.
 *
 * <p>From: jerasure_rs_vand and liberasure_rs_vand in section 3 and Table 1 of A Performance
 * Evaluation of Erasure Coding Libraries, DAIS'16.
 */
final class SystematicVandermonde {
  /** Jerasure's reed_sol_van in GF(2^8). */
  static final String JERASURE = "jerasure-vand";

  /** liberasurecode's rs_vand in GF(2^16). */
  static final String LIBERASURECODE = "liberasurecode-vand";

  private static final int MEMBERS_MAX = 256;
  private static final String WHY_NOT_STORED =
      "it is there to be compared with; rs is the same protection at less cost";

  private SystematicVandermonde() {}

  /** The last row is the point at infinity; every row begins with a one. */
  static ErasureCode jerasure(int k, int r) {
    CodeLimits.check(JERASURE, k, r, MEMBERS_MAX);
    int last = k + r - 1;
    SymbolField field = SymbolField.GF256;
    GfMatrix parities =
        systematic(
            field, k, r, (i, j) -> i == last ? (j == k - 1 ? 1 : 0) : power(field, i, j));
    GfMatrix scaled = rowsScaled(parities);
    return build(JERASURE, k, r, field, scaled);
  }

  static ErasureCode liberasurecode(int k, int r) {
    CodeLimits.check(LIBERASURECODE, k, r, MEMBERS_MAX);
    SymbolField field = SymbolField.GF65536;
    return build(
        LIBERASURECODE, k, r, field,
        systematic(field, k, r, (i, j) -> power(field, i, j)));
  }

  private static ErasureCode build(
      String codec, int k, int r, SymbolField field, GfMatrix parities) {
    return new CodeBuilder(codec, k, r)
        .symbolBytes(field.symbolBytes())
        .generator(parities)
        .mds()
        .notStored(WHY_NOT_STORED)
        .build();
  }

  private static int power(SymbolField field, int point, int exponent) {
    return point == 0 ? (exponent == 0 ? 1 : 0) : field.power(point, exponent);
  }

  /** The parities of the rows, and each column divided by the first parity's coefficient. */
  private static GfMatrix systematic(
      SymbolField field, int k, int r, IntBinaryOperator element) {
    int width = field.symbolBytes();
    GfMatrix ofData = GfMatrix.over(field, k, k, element);
    GfMatrix ofParities = GfMatrix.over(field, r, k, (i, j) -> element.applyAsInt(k + i, j));
    GfMatrix parities = ofParities.multiply(ofData.invert());
    int[] allRows = IntStream.range(0, r * width).toArray();
    GfMatrix scaled = GfMatrix.of(r * width, 0, (row, column) -> 0);
    for (int column = 0; column < k; column++) {
      int[] columns = IntStream.range(column * width, (column + 1) * width).toArray();
      GfMatrix first = parities.pick(IntStream.range(0, width).toArray(), columns);
      scaled = scaled.besides(parities.pick(allRows, columns).multiply(first.invert()));
    }
    return scaled;
  }

  private static GfMatrix rowsScaled(GfMatrix matrix) {
    GfMatrix first = GfMatrix.of(matrix.rowCount(), 1, (row, column) -> matrix.get(row, 0));
    GfMatrix scaled = GfMatrix.of(0, matrix.columnCount(), (row, column) -> 0);
    for (int row = 0; row < matrix.rowCount(); row++) {
      scaled = scaled.stackedOn(first.pickRows(row).invert().multiply(matrix.pickRows(row)));
    }
    return scaled;
  }
}
