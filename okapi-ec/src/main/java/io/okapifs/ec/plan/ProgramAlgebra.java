package io.okapifs.ec.plan;

import io.okapifs.ec.field.Gf256;
import io.okapifs.ec.matrix.GfMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What can be derived from a program without running it. */
final class ProgramAlgebra {
  private static final GfMatrix ONE = GfMatrix.identity(1);

  private ProgramAlgebra() {}

  /** Runs the program on symbolic inputs: each slot is a row vector over the inputs. */
  static GfMatrix toMatrix(CodingProgram program) {
    int[][] slots = new int[program.slotCount()][program.inputCount()];
    for (int input = 0; input < program.inputCount(); input++) {
      slots[input][input] = 1;
    }
    for (Step step : program.steps()) {
      for (int row = 0; row < step.targets().size(); row++) {
        int[] target = slots[step.targets().get(row)];
        int[] sum = step.adds() ? target : new int[target.length];
        for (int column = 0; column < step.sources().size(); column++) {
          addMultiple(sum, slots[step.sources().get(column)], step.coefficients().get(row, column));
        }
        slots[step.targets().get(row)] = sum;
      }
    }
    return GfMatrix.of(
        program.outputCount(), program.inputCount(),
        (row, column) -> slots[program.inputCount() + row][column]);
  }

  private static void addMultiple(int[] sum, int[] source, int factor) {
    for (int i = 0; i < sum.length && factor != 0; i++) {
      sum[i] ^= Gf256.multiply(source[i], factor);
    }
  }

  static CodingProgram accumulating(CodingProgram program) {
    if (program.readsOutputs()) {
      throw new IllegalStateException("the program accumulates already: " + program);
    }
    List<Step> steps = isOneSetOfOutputs(program) ? flipped(program) : redirected(program);
    int extraTemporaries = isOneSetOfOutputs(program) ? 0 : program.outputCount();
    return new CodingProgram(
        program.inputCount(), program.outputCount(),
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
    program.touchedOutputs().stream()
        .map(output -> program.inputCount() + output)
        .mapToObj(slot -> new Step(true, List.of(slot), redirect(program, List.of(slot)), ONE))
        .forEach(steps::add);
    return steps;
  }

  private static List<Integer> redirect(CodingProgram program, List<Integer> slots) {
    int shift = program.slotCount() - program.inputCount();
    IntStream redirected =
        slots.stream()
            .mapToInt(slot -> isOutput(program, slot) ? slot + shift : slot);
    return redirected.boxed().toList();
  }

  private static boolean isOutput(CodingProgram program, int slot) {
    return slot >= program.inputCount() && slot < program.inputCount() + program.outputCount();
  }
}
