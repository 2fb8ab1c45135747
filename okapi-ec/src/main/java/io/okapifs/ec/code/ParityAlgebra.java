package io.okapifs.ec.code;

import io.okapifs.ec.matrix.GfMatrix;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What follows from what in a systematic code.
 *
 * <p>Theory: with P the parity generator, all symbols are [I; P] x data. Split the data into those
 * known and those unknown. A known parity, less its share of the known data, is its row of P over
 * the unknown data; so a wanted symbol follows from the known ones exactly when its own row over
 * the unknown data is a combination of the rows of known parities:
 *
 * <pre>
 *   X_parity x P[known parities, unknown data] = [I; P][wanted, unknown data]
 *   X_data   = [I; P][wanted, known data] + X_parity x P[known parities, known data]
 * </pre>
 *
 * <p>Only the first system is solved, and it is small where little is lost. Symbols are numbered
 * data first, then parities.
 */
final class ParityAlgebra {
  private final GfMatrix generator;
  private final int dataCount;

  ParityAlgebra(GfMatrix generator) {
    this.generator = generator;
    this.dataCount = generator.columnCount();
  }

  /** X with wanted = X x known, using the first of the known parities that suffice; or nothing. */
  Optional<GfMatrix> solve(int[] wanted, int[] known) {
    int[] dataAt = IntStream.range(0, known.length).filter(i -> known[i] < dataCount).toArray();
    int[] parityAt = IntStream.range(0, known.length).filter(i -> known[i] >= dataCount).toArray();
    int[] data = IntStream.of(dataAt).map(i -> known[i]).toArray();
    int[] parities = IntStream.of(parityAt).map(i -> known[i] - dataCount).toArray();
    int[] unknown = unknownData(known);
    return generator
        .pick(parities, unknown)
        .solveLeft(rows(wanted, unknown))
        .map(
            ofParities -> {
              int[] used = usedColumns(ofParities);
              int[] usedParities = IntStream.of(used).map(i -> parities[i]).toArray();
              GfMatrix share =
                  ofParities.pickColumns(used).multiply(generator.pick(usedParities, data));
              return arranged(
                  rows(wanted, data).add(share), dataAt, ofParities, parityAt, known.length);
            });
  }

  /** Whether the wanted symbols follow from the known ones. */
  boolean determines(int[] known, int[] wanted) {
    int[] parities =
        IntStream.of(known).filter(i -> i >= dataCount).map(i -> i - dataCount).toArray();
    int[] unknown = unknownData(known);
    return generator.pick(parities, unknown).solveLeft(rows(wanted, unknown)).isPresent();
  }

  private int[] unknownData(int[] known) {
    BitSet unknown = new BitSet();
    unknown.set(0, dataCount);
    IntStream.of(known).forEach(unknown::clear);
    return unknown.stream().toArray();
  }

  /** The named rows of [I; P] over the named data. */
  private GfMatrix rows(int[] wanted, int[] data) {
    return GfMatrix.of(
        wanted.length, data.length,
        (row, column) ->
            wanted[row] >= dataCount
                ? generator.get(wanted[row] - dataCount, data[column])
                : wanted[row] == data[column] ? 1 : 0);
  }

  private static int[] usedColumns(GfMatrix matrix) {
    return IntStream.range(0, matrix.columnCount())
        .filter(column -> !matrix.isZeroColumn(column))
        .toArray();
  }

  /** Columns back in the order of the known symbols. */
  private static GfMatrix arranged(
      GfMatrix ofData, int[] dataAt, GfMatrix ofParities, int[] parityAt, int knownCount) {
    int[] order = new int[knownCount];
    for (int i = 0; i < dataAt.length; i++) {
      order[dataAt[i]] = i;
    }
    for (int i = 0; i < parityAt.length; i++) {
      order[parityAt[i]] = dataAt.length + i;
    }
    return ofData.besides(ofParities).pickColumns(order);
  }
}
