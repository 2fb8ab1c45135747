package io.okapifs.hdfs.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.coder.Coder;
import io.okapifs.ec.plan.RepairPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Tells whether what a repair computed belongs to the group: a member that was read is derived
 * again, from outputs and other members, and must come out as it was read.
 *
 * <p>In an MDS code any k + 1 members obey one equation in which none has the coefficient zero, so
 * one derivation from all outputs sees any single one that is wrong. Other codes get one equation
 * per output where they have one. Codes with one sub-block per block only.
 *
 * <p>Immutable; any thread may call it with buffers of its own.
 */
public final class OutputCheck {

  private record Equation(int derived, RepairPlan plan) {}

  private final List<Equation> equations;
  private final BitSet covered;

  private OutputCheck(List<Equation> equations, BitSet covered) {
    this.equations = equations;
    this.covered = covered;
  }

  /**
   * The check of a repair.
   *
   * @param zeros members that are zeros and not read
   */
  public static OutputCheck of(ErasureCode code, RepairPlan repair, BitSet zeros) {
    BitSet known = new BitSet();
    repair.helpers().forEach(known::set);
    known.or(zeros);
    List<Integer> read = repair.helpers().stream().filter(helper -> !zeros.get(helper)).toList();
    List<Integer> outputs = repair.lostMembers();
    int atOnce = code.isMds() ? code.k() : 1;
    List<Equation> equations = new ArrayList<>();
    BitSet covered = new BitSet();
    for (int from = 0; from < outputs.size(); from += atOnce) {
      List<Integer> some = outputs.subList(from, Math.min(outputs.size(), from + atOnce));
      equation(code, read, known, some).ifPresent(equation -> {
        equations.add(equation);
        some.forEach(covered::set);
      });
    }
    return new OutputCheck(List.copyOf(equations), covered);
  }

  private static Optional<Equation> equation(
      ErasureCode code, List<Integer> read, BitSet known, List<Integer> outputs) {
    for (int derived : read) {
      BitSet wanted = new BitSet();
      wanted.set(derived);
      BitSet from = (BitSet) known.clone();
      from.clear(derived);
      // With exactly k members at hand an MDS code needs every one of them, outputs included.
      while (code.isMds() && from.cardinality() > code.k() - outputs.size()) {
        from.clear(from.length() - 1);
      }
      outputs.forEach(from::set);
      if (code.recoverable(derived, from)) {
        RepairPlan plan = code.repair(wanted, from);
        if (plan.helpers().containsAll(outputs)) {
          return Optional.of(new Equation(derived, plan));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether an equation sees that output. */
  public boolean covers(int output) {
    return covered.get(output);
  }

  /**
   * Whether the outputs are right in a window.
   *
   * @param bytes direct buffer of a member that was read or computed, null for one of zeros; all
   *     have the same number of remaining bytes
   * @param scratch a further one, overwritten
   */
  public boolean holds(Coder coder, IntFunction<ByteBuffer> bytes, ByteBuffer scratch) {
    for (Equation equation : equations) {
      ByteBuffer[] inputs =
          equation.plan().helpers().stream()
              .map(helper -> bytes.apply(helper))
              .toArray(ByteBuffer[]::new);
      coder.run(equation.plan().program(), inputs, new ByteBuffer[] {scratch});
      if (!scratch.equals(bytes.apply(equation.derived()))) {
        return false;
      }
    }
    return true;
  }
}
