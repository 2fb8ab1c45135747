package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.Arrays;
import java.util.List;

/**
 * The transform by which {@link Clay}, {@link ElasticTransformation} and {@link HashTagPlus} mix
 * symbols of two members, so that a read of one tells something of the other.
 *
 * <p>Theory: a pair of symbols is stored as
 *
 * <pre>
 *   stored_a = base_a + factor * base_b     base_a = (stored_a + factor * stored_b) / (1 + factor)
 *   stored_b = base_a +          base_b     base_b = (stored_a +          stored_b) / (1 + factor)
 * </pre>
 *
 * Any two of the four tell the other two, as long as the factor is neither 0 nor 1. Both directions
 * are the same matrix but for a scale, which goes into the coefficients of the next step. In place,
 * with slot b holding (1 + factor) * base_b, coupling is two additions: a += factor / (1 + factor)
 * * b, then b += a.
 */
record PairCoupling(int factor) {
  /** Two symbols, by numbers that the caller gives them; a is the one with the factor. */
  record Pair(int a, int b) {}

  PairCoupling {
    if (factor < 2 || factor >= Gf256.SIZE) {
      throw new IllegalArgumentException("a pair cannot be told apart: factor=" + factor);
    }
  }

  private int determinant() {
    return 1 ^ factor;
  }

  /** The base symbols of the pairs in place of the stored ones; the last pair was coupled last. */
  void decouple(SymbolWriter writer, ScaledSymbol[] symbols, List<Pair> pairs) {
    for (int i = pairs.size() - 1; i >= 0; i--) {
      decouple(writer, symbols, pairs.get(i));
    }
  }

  private void decouple(SymbolWriter writer, ScaledSymbol[] symbols, Pair pair) {
    int scale = Gf256.inverse(determinant());
    ScaledSymbol a = symbols[pair.a].times(scale);
    ScaledSymbol b = symbols[pair.b].times(scale);
    if (a.isZero() || b.isZero()) {
      symbols[pair.a] = a.isZero() ? b.times(factor) : a;
      symbols[pair.b] = a.isZero() ? b : a;
      return;
    }
    symbols[pair.a] = new ScaledSymbol(writer.newTemporary(), a.scale());
    symbols[pair.b] = new ScaledSymbol(writer.newTemporary(), a.scale());
    GfMatrix matrix = GfMatrix.of(2, 2, (row, column) -> row == 0 && column == 1 ? factor : 1);
    writer.multiply(List.of(symbols[pair.a], symbols[pair.b]), matrix, List.of(a, b));
  }

  /** The base symbol on one side, from the stored one there and the base one on the other side. */
  ScaledSymbol base(SymbolWriter writer, boolean ofA, ScaledSymbol stored, ScaledSymbol otherBase) {
    return writer.sum(stored, ofA ? otherBase.times(factor) : otherBase);
  }

  /** Sets a slot to the stored symbol on one side, from the base symbols of both. */
  void store(
      SymbolWriter writer, int slot, boolean ofA, ScaledSymbol base, ScaledSymbol otherBase) {
    writer.set(slot, base, ofA ? otherBase.times(factor) : otherBase);
  }

  /** Sets a slot to the stored symbol on one side, from its base and what is stored opposite. */
  void storeOpposite(
      SymbolWriter writer, int slot, boolean ofA, ScaledSymbol base, ScaledSymbol otherStored) {
    int ofStored = ofA ? factor : 1;
    writer.set(slot, base.times(determinant()), otherStored.times(ofStored));
  }

  /** Sets a slot to the stored symbol on one side, from both that belong to the other side. */
  void storeFromOther(
      SymbolWriter writer, int slot, boolean ofA, ScaledSymbol otherBase,
      ScaledSymbol otherStored) {
    int scale = ofA ? 1 : Gf256.inverse(factor);
    writer.set(slot, otherBase.times(determinant()).times(scale), otherStored.times(scale));
  }

  /** What slots must hold per base symbol before {@link #coupleInPlace}. */
  int[] scalesBefore(int symbolCount, List<Pair> pairs) {
    int[] scales = new int[symbolCount];
    Arrays.fill(scales, 1);
    pairs.forEach(pair -> scales[pair.b] = Gf256.multiply(scales[pair.b], determinant()));
    return scales;
  }

  /** Turns the scaled base symbols in these slots into stored ones, pair by pair. */
  void coupleInPlace(SymbolWriter writer, int[] slots, List<Pair> pairs) {
    int[] scales = scalesBefore(slots.length, pairs);
    for (Pair pair : pairs) {
      int aPerB = Gf256.divide(scales[pair.a], scales[pair.b]);
      writer.add(slots[pair.a], Gf256.multiply(factor, aPerB), slots[pair.b]);
      scales[pair.b] = Gf256.divide(scales[pair.b], determinant());
      writer.add(
          slots[pair.b], Gf256.divide(scales[pair.b], scales[pair.a]), slots[pair.a]);
    }
  }

  /** From base symbols to stored ones. */
  GfMatrix matrix(int symbolCount, List<Pair> pairs) {
    GfMatrix matrix = GfMatrix.identity(symbolCount);
    for (Pair pair : pairs) {
      GfMatrix ofPair =
          GfMatrix.of(
              symbolCount, symbolCount,
              (row, column) -> {
                boolean isA = row == pair.a && column == pair.b;
                boolean isB = row == pair.b && column == pair.a;
                return isA ? factor : isB || row == column ? 1 : 0;
              });
      matrix = ofPair.multiply(matrix);
    }
    return matrix;
  }
}
