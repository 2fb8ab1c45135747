package io.okapifs.ec.code;

import io.okapifs.ec.plan.CodingProgram;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One way to do a repair: which sub-blocks to read and how to compute.
 *
 * @param reads sub-block s of member i as bit i * alpha + s
 * @param structured the program from these sub-blocks, ascending, to those of the lost members;
 *     none where the engine is to solve for one matrix
 */
public record RepairWay(BitSet reads, Optional<Supplier<CodingProgram>> structured) {
  /** The engine finds the coefficients; what turns out not to be needed is not read. */
  public static RepairWay solved(BitSet reads) {
    return new RepairWay(reads, Optional.empty());
  }

  /** The construction knows a cheaper program than a matrix; asked for when the way is chosen. */
  public static RepairWay structured(BitSet reads, Supplier<CodingProgram> program) {
    return new RepairWay(reads, Optional.of(program));
  }

  /** What it costs to read. */
  long cost(int alpha, HelperCosts costs) {
    return reads.stream().mapToLong(subBlock -> costs.of(subBlock / alpha)).sum();
  }
}
