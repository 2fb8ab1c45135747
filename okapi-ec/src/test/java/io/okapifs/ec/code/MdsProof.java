package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Tries whether what r lost members leave tells them: the part of the generator between live
 * parities and lost data must be regular. Elimination of its own, so that proofs of a million parts
 * take seconds.
 */
final class MdsProof {
  private final ErasureCode code;
  private final int alpha;
  private final byte[] generator;
  private final int columnCount;

  private MdsProof(ErasureCode code) {
    GfMatrix matrix = code.encode().toMatrix();
    this.code = code;
    this.alpha = code.alpha();
    this.generator = matrix.toBytes();
    this.columnCount = matrix.columnCount();
  }

  /** A set of r members whose loss is not survived, of all of them. */
  static Optional<BitSet> counterexample(ErasureCode code) {
    MdsProof proof = new MdsProof(code);
    return MemberSets.ofSize(code.n(), code.r()).filter(lost -> !proof.survives(lost)).findFirst();
  }

  /** The same, of so many random ones. */
  static Optional<BitSet> counterexample(ErasureCode code, int samples, Random random) {
    MdsProof proof = new MdsProof(code);
    List<BitSet> sets = new ArrayList<>(MemberSets.ofSize(code.n(), code.r()).toList());
    Collections.shuffle(sets, random);
    return sets.stream().limit(samples).filter(lost -> !proof.survives(lost)).findFirst();
  }

  private boolean survives(BitSet lost) {
    int[] data = lost.stream().filter(member -> member < code.k()).toArray();
    int[] parities = IntStream.range(0, code.r()).filter(p -> !lost.get(code.k() + p)).toArray();
    int size = data.length * alpha;
    byte[][] part = new byte[size][size];
    for (int i = 0; i < size; i++) {
      int row = parities[i / alpha] * alpha + i % alpha;
      for (int j = 0; j < data.length; j++) {
        int from = row * columnCount + data[j] * alpha;
        System.arraycopy(generator, from, part[i], j * alpha, alpha);
      }
    }
    return isRegular(part);
  }

  private static boolean isRegular(byte[][] matrix) {
    int size = matrix.length;
    for (int column = 0; column < size; column++) {
      int pivot = column;
      while (pivot < size && matrix[pivot][column] == 0) {
        pivot++;
      }
      if (pivot == size) {
        return false;
      }
      byte[] pivotRow = matrix[pivot];
      matrix[pivot] = matrix[column];
      matrix[column] = pivotRow;
      int scale = Gf256.inverse(pivotRow[column] & 0xff);
      for (int row = column + 1; row < size; row++) {
        int factor = Gf256.multiply(matrix[row][column] & 0xff, scale);
        Gf256.addMultiple(matrix[row], column, pivotRow, column, size - column, factor);
      }
    }
    return true;
  }
}
