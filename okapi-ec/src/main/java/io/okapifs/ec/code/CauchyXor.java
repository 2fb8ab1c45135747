package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.stream.IntStream;

/**
 * Reed-Solomon by XOR alone, as Jerasure's cauchy_good and Longhair do it: a block is 8 packets,
 * and every element x of a Cauchy matrix is replaced by the 8x8 binary matrix of multiplication by
 * x.
 *
 * <p>Theory: bit b of a byte lies in packet b, so that packet b of a parity is the XOR of the
 * packets where row b has ones; column c of the matrix of x holds the bits of x * 2^c. Scaling rows
 * and columns of a Cauchy matrix keeps every square submatrix invertible. Columns are scaled so
 * that the first row is all ones (whole packets), further rows so that they have few ones: a row is
 * divided by that one of its elements which leaves the fewest, of several by the one in the lowest
 * column. Stored bytes depend on that rule; docs/CODES.md has it.
 *
 * <p>From: An XOR-Based Erasure-Resilient Coding Scheme, ICSI 1995; the Cauchy codes of Jerasure
 * and Longhair are among those of section 3 and Table 1 of A Performance Evaluation of Erasure
 * Coding Libraries, DAIS'16.
 */
final class CauchyXor {
  /** The codec name. */
  static final String CODEC = "cauchy-xor";

  private static final int BITS = 8;

  private CauchyXor() {}

  static ErasureCode create(int k, int r) {
    CodeLimits.check(CODEC, k, r, Gf256.SIZE);
    GfMatrix elements = fewOnes(k, r);
    GfMatrix bits =
        GfMatrix.of(
            BITS * r, BITS * k,
            (row, column) ->
                bit(elements.get(row / BITS, column / BITS), row % BITS, column % BITS));
    return new CodeBuilder(CODEC, k, r)
        .alpha(BITS)
        .generator(bits)
        .encode(CodingProgram.ofSparseRows(bits))
        .mds()
        .build();
  }

  private static GfMatrix fewOnes(int k, int r) {
    GfMatrix scaled =
        GfMatrix.of(
            r, k, (i, j) -> Gf256.divide(Gf256.inverse(k + i ^ j), Gf256.inverse(k ^ j)));
    int[] divisors = IntStream.range(0, r).map(row -> bestDivisor(scaled, row)).toArray();
    return GfMatrix.of(r, k, (i, j) -> Gf256.divide(scaled.get(i, j), divisors[i]));
  }

  /** The first element of a row that leaves the fewest ones when the row is divided by it. */
  private static int bestDivisor(GfMatrix matrix, int row) {
    int best = matrix.get(row, 0);
    int fewest = ones(matrix, row, best);
    for (int column = 1; column < matrix.columnCount(); column++) {
      int ones = ones(matrix, row, matrix.get(row, column));
      // Not <=: of equals the first one stays, or bytes would change.
      if (ones < fewest) {
        best = matrix.get(row, column);
        fewest = ones;
      }
    }
    return best;
  }

  private static int ones(GfMatrix matrix, int row, int divisor) {
    int ones = 0;
    for (int column = 0; column < matrix.columnCount(); column++) {
      int element = Gf256.divide(matrix.get(row, column), divisor);
      for (int bit = 0; bit < BITS; bit++) {
        ones += Integer.bitCount(Gf256.multiply(element, 1 << bit));
      }
    }
    return ones;
  }

  private static int bit(int element, int row, int column) {
    return Gf256.multiply(element, 1 << column) >> row & 1;
  }
}
