package io.okapifs.ec.plan;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What can be derived from a program without running it. */
final class ProgramAlgebra {
  private ProgramAlgebra() {}

  /** Runs the program on symbolic inputs: each plane of a slot is a row vector over all inputs'. */
  static GfMatrix toMatrix(CodingProgram program) {
    int width = program.symbolBytes();
    int columnCount = program.inputCount() * width;
    int firstOutput = columnCount;
    int firstTemporary = firstOutput + program.outputCount() * width;
    byte[][] planes = new byte[program.slotCount() * width][];
    for (int output = firstOutput; output < firstTemporary; output++) {
      planes[output] = new byte[columnCount];
    }
    for (Step step : program.steps()) {
      int[] targets = planesOf(step.targets(), width);
      int[] sources = planesOf(step.sources(), width);
      for (int row = 0; row < targets.length; row++) {
        byte[] sum = step.adds() ? planes[targets[row]] : new byte[columnCount];
        for (int i = 0; i < sources.length; i++) {
          addMultiple(sum, planes[sources[i]], sources[i], step.coefficients().get(row, i));
        }
        planes[targets[row]] = sum;
      }
    }
    return GfMatrix.of(
        program.outputCount() * width, columnCount,
        (row, column) -> planes[firstOutput + row][column] & 0xff);
  }

  /** Inputs are unit vectors: programs of wide codes have many, and steps that read them all. */
  private static void addMultiple(byte[] sum, byte[] source, int sourcePlane, int factor) {
    if (sourcePlane < sum.length) {
      sum[sourcePlane] ^= (byte) factor;
    } else {
      Gf256.addMultiple(sum, 0, source, 0, sum.length, factor);
    }
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
