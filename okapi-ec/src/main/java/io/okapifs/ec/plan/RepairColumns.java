package io.okapifs.ec.plan;

import io.okapifs.ec.matrix.GfMatrix;
import java.util.stream.IntStream;

/**
 * A repair plan column by column, for repairs that add each sub-block into what they rebuild as it
 * arrives, and a check of the result.
 *
 * <pre>
 *   O = M x I        rebuilt = matrix x what was read
 *   C = (w x M) x I  one more sub-block, with a weight in w for every sub-block of O
 *   C = w x O        holds unless something went wrong on one of the two ways
 * </pre>
 *
 * <p>No weight is zero: any single sub-block of O that is wrong is seen. A plan reads only what the
 * code needs, so that in general no other equation of the group is left to check by; what was read
 * wrong is for checksums to see.
 *
 * <p>Immutable; any thread may call it.
 */
public final class RepairColumns {

  /** Nonzero elements of GF(2^8). */
  private static final int WEIGHTS = 255;

  private final int symbolBytes;
  private final GfMatrix withCheck;
  private final GfMatrix weights;

  /**
   * The columns of a plan; programs of many steps are multiplied out.
   *
   * @param plan of any code
   */
  public RepairColumns(RepairPlan plan) {
    CodingProgram program = plan.program();
    this.symbolBytes = program.symbolBytes();
    this.weights = weights(symbolBytes, program.outputCount());
    GfMatrix matrix = program.toMatrix();
    this.withCheck = matrix.stackedOn(weights.multiply(matrix));
  }

  /** Weights of one byte, on both halves of symbols of two. */
  private static GfMatrix weights(int symbolBytes, int outputCount) {
    return GfMatrix.of(
        symbolBytes, outputCount * symbolBytes,
        (row, column) ->
            column % symbolBytes == row ? 1 + column / symbolBytes % WEIGHTS : 0);
  }

  /**
   * Adds one input of the plan's program into its outputs and, behind them, into the check; all of
   * them start as zeros.
   *
   * @param input which input of it
   * @return one input, outputCount + 1 outputs
   */
  public CodingProgram column(int input) {
    int[] columns =
        IntStream.range(input * symbolBytes, (input + 1) * symbolBytes).toArray();
    return CodingProgram.addingMatrix(symbolBytes, withCheck.pickColumns(columns));
  }

  /**
   * Computes the check from all inputs of the plan's program.
   *
   * @return inputCount inputs, one output
   */
  public CodingProgram check() {
    int[] lastRows =
        IntStream.range(withCheck.rowCount() - symbolBytes, withCheck.rowCount()).toArray();
    return CodingProgram.ofMatrix(symbolBytes, withCheck.pickRows(lastRows));
  }

  /**
   * Adds the outputs of the plan's program into the check: zeros are left where it holds.
   *
   * @return outputCount inputs, one output
   */
  public CodingProgram compare() {
    return CodingProgram.addingMatrix(symbolBytes, weights);
  }
}
