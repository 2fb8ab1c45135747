package io.okapifs.ec.code;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import java.util.List;
import java.util.stream.IntStream;

/** Writes the steps of a program in terms of {@link ScaledSymbol}s; symbols of one byte. */
final class SymbolWriter {
  private final CodingProgram.Builder program;

  SymbolWriter(int inputCount, int outputCount) {
    this.program = new CodingProgram.Builder(inputCount, outputCount);
  }

  int input(int index) {
    return program.input(index);
  }

  int output(int index) {
    return program.output(index);
  }

  int newTemporary() {
    return program.newTemporary();
  }

  CodingProgram build() {
    return program.build();
  }

  /** The sum of two symbols, in a temporary where it takes a step. */
  ScaledSymbol sum(ScaledSymbol a, ScaledSymbol b) {
    if (a.isZero() || b.isZero()) {
      return a.isZero() ? b : a;
    }
    ScaledSymbol sum = new ScaledSymbol(newTemporary(), a.scale());
    multiply(List.of(sum), GfMatrix.ofHexRows("0101"), List.of(a, b));
    return sum;
  }

  /** The plain sum of what these slots hold; of a single slot it is the slot itself. */
  int sum(List<Integer> slots) {
    if (slots.size() == 1) {
      return slots.get(0);
    }
    int sum = newTemporary();
    program.set(List.of(sum), GfMatrix.of(1, slots.size(), (row, column) -> 1), slots);
    return sum;
  }

  /** Sets targets = matrix x sources. */
  void multiply(List<ScaledSymbol> targets, GfMatrix matrix, List<ScaledSymbol> sources) {
    int[] used =
        IntStream.range(0, sources.size()).filter(i -> !sources.get(i).isZero()).toArray();
    program.set(
        slots(targets), scaled(targets, matrix.pickColumns(used), pick(sources, used)),
        slots(pick(sources, used)));
  }

  /** Sets a slot to the sum of these symbols. */
  void set(int target, ScaledSymbol... terms) {
    GfMatrix ones = GfMatrix.of(1, terms.length, (row, column) -> 1);
    multiply(List.of(ScaledSymbol.in(target)), ones, List.of(terms));
  }

  /** Adds factor times one slot to another one. */
  void add(int target, int factor, int source) {
    program.add(List.of(target), GfMatrix.of(1, 1, (row, column) -> factor), List.of(source));
  }

  private static GfMatrix scaled(
      List<ScaledSymbol> targets, GfMatrix matrix, List<ScaledSymbol> sources) {
    return GfMatrix.of(
        matrix.rowCount(), matrix.columnCount(),
        (row, column) ->
            Gf256.divide(
                Gf256.multiply(matrix.get(row, column), sources.get(column).scale()),
                targets.get(row).scale()));
  }

  private static List<ScaledSymbol> pick(List<ScaledSymbol> symbols, int[] indexes) {
    return IntStream.of(indexes).mapToObj(symbols::get).toList();
  }

  private static List<Integer> slots(List<ScaledSymbol> symbols) {
    return symbols.stream().map(ScaledSymbol::slot).toList();
  }
}
