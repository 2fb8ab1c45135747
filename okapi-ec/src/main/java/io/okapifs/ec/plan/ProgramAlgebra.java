package io.okapifs.ec.plan;

import io.okapifs.ec.EcException;
import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** What can be derived from a program without running it. */
final class ProgramAlgebra {
  private ProgramAlgebra() {}

  /**
   * Runs the program on symbolic inputs: each plane of a slot is a row vector over those of the
   * named inputs, the others being zero.
   */
  static GfMatrix toMatrix(CodingProgram program, int[] inputs) {
    int width = program.symbolBytes();
    int columnCount = inputs.length * width;
    int firstOutput = program.inputCount() * width;
    int[] columnOfInput = new int[firstOutput];
    Arrays.fill(columnOfInput, -1);
    for (int column = 0; column < columnCount; column++) {
      int input = Objects.checkIndex(inputs[column / width], program.inputCount());
      columnOfInput[input * width + column % width] = column;
    }
    byte[][] planes = new byte[program.slotCount() * width][];
    for (int i = 0; i < program.outputCount() * width; i++) {
      planes[firstOutput + i] = new byte[columnCount];
    }
    for (Step step : program.steps()) {
      run(step, planes, columnOfInput, columnCount, width);
    }
    return GfMatrix.of(
        program.outputCount() * width, columnCount,
        (row, column) -> planes[firstOutput + row][column] & 0xff);
  }

  private static void run(
      Step step, byte[][] planes, int[] columnOfInput, int columnCount, int width) {
    int[] targets = planesOf(step.targets(), width);
    int[] sources = planesOf(step.sources(), width);
    for (int row = 0; row < targets.length; row++) {
      byte[] sum = step.adds() ? planes[targets[row]] : new byte[columnCount];
      for (int i = 0; i < sources.length; i++) {
        int factor = step.coefficients().get(row, i);
        if (sources[i] >= columnOfInput.length) {
          Gf256.addMultiple(sum, 0, planes[sources[i]], 0, columnCount, factor);
        } else if (columnOfInput[sources[i]] >= 0) {
          // Inputs are unit vectors: programs of wide codes have many, and steps that read all.
          sum[columnOfInput[sources[i]]] ^= (byte) factor;
        }
      }
      planes[targets[row]] = sum;
    }
  }

  static CodingProgram then(CodingProgram first, CodingProgram next) {
    if (next.inputCount() != 0
        || next.outputCount() != first.outputCount()
        || next.symbolBytes() != first.symbolBytes()) {
      throw new EcException(
          "programs do not follow each other: first=" + first + ", next=" + next);
    }
    int outputCount = first.outputCount();
    List<Step> steps = new ArrayList<>(first.steps());
    for (Step step : next.steps()) {
      steps.add(
          new Step(
              step.adds(), behind(first, step.targets()), behind(first, step.sources()),
              step.coefficients()));
    }
    return new CodingProgram(
        first.symbolBytes(), first.inputCount(), outputCount,
        first.temporaryCount() + next.temporaryCount(), steps);
  }

  /** Outputs are shared; temporaries come after those of the first program. */
  private static List<Integer> behind(CodingProgram first, List<Integer> slots) {
    int firstTemporary = first.outputCount();
    return slots.stream()
        .map(slot -> slot + first.inputCount()
            + (slot < firstTemporary ? 0 : first.temporaryCount()))
        .toList();
  }

  static ProgramWork work(CodingProgram program) {
    long products = 0;
    long additions = 0;
    for (Step step : program.steps()) {
      for (int row = 0; row < step.coefficients().rowCount(); row++) {
        int productsOfRow = 0;
        int onesOfRow = 0;
        for (int column = 0; column < step.coefficients().columnCount(); column++) {
          int coefficient = step.coefficients().get(row, column);
          productsOfRow += coefficient > 1 ? 1 : 0;
          onesOfRow += coefficient == 1 ? 1 : 0;
        }
        products += productsOfRow;
        boolean startsWithCopy = !step.adds() && productsOfRow == 0 && onesOfRow > 0;
        additions += startsWithCopy ? onesOfRow - 1 : onesOfRow;
      }
    }
    return new ProgramWork(products, additions);
  }

  private static int[] planesOf(List<Integer> slots, int width) {
    return slots.stream()
        .flatMapToInt(slot -> IntStream.range(slot * width, (slot + 1) * width))
        .toArray();
  }

  static CodingProgram accumulating(CodingProgram program) {
    if (program.readsOutputs()) {
      throw new IllegalStateException("the program accumulates already: " + program);
    }
    List<Step> steps = isOneSetOfOutputs(program) ? flipped(program) : redirected(program);
    int extraTemporaries = isOneSetOfOutputs(program) ? 0 : program.outputCount();
    return new CodingProgram(
        program.symbolBytes(), program.inputCount(), program.outputCount(),
        program.temporaryCount() + extraTemporaries, steps);
  }

  /** The common shape, a single step: setting becomes adding and nothing else changes. */
  private static boolean isOneSetOfOutputs(CodingProgram program) {
    return program.steps().size() == 1 && program.temporaryCount() == 0;
  }

  private static List<Step> flipped(CodingProgram program) {
    Step only = program.steps().get(0);
    return List.of(new Step(true, only.targets(), only.sources(), only.coefficients()));
  }

  /** The general shape: outputs become temporaries, which are added to the outputs at the end. */
  private static List<Step> redirected(CodingProgram program) {
    List<Step> steps = new ArrayList<>();
    for (Step step : program.steps()) {
      steps.add(
          new Step(
              step.adds(), redirect(program, step.targets()), redirect(program, step.sources()),
              step.coefficients()));
    }
    GfMatrix one = GfMatrix.identity(program.symbolBytes());
    program.touchedOutputs().stream()
        .map(output -> program.inputCount() + output)
        .mapToObj(slot -> new Step(true, List.of(slot), redirect(program, List.of(slot)), one))
        .forEach(steps::add);
    return steps;
  }

  private static List<Integer> redirect(CodingProgram program, List<Integer> slots) {
    int shift = program.slotCount() - program.inputCount();
    return slots.stream().map(slot -> isOutput(program, slot) ? slot + shift : slot).toList();
  }

  private static boolean isOutput(CodingProgram program, int slot) {
    return slot >= program.inputCount() && slot < program.inputCount() + program.outputCount();
  }
}
