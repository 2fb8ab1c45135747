package io.okapifs.hdfs.verify;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.matrix.GfMatrix;
import io.okapifs.ec.plan.CodingProgram;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.BitSet;
import java.util.List;

/** A code with two sub-blocks: two codewords of a scalar code, one in each half of the blocks. */
record StackedCode(ErasureCode scalar) implements ErasureCode {

  private static final int ALPHA = 2;

  @Override
  public String name() {
    return "STACKED-" + scalar.name();
  }

  @Override
  public int k() {
    return scalar.k();
  }

  @Override
  public int r() {
    return scalar.r();
  }

  @Override
  public int alpha() {
    return ALPHA;
  }

  @Override
  public boolean isMds() {
    return scalar.isMds();
  }

  @Override
  public int tolerance() {
    return scalar.tolerance();
  }

  @Override
  public boolean decodable(BitSet live) {
    return scalar.decodable(live);
  }

  @Override
  public boolean recoverable(int member, BitSet live) {
    return scalar.recoverable(member, live);
  }

  @Override
  public CodingProgram encode() {
    return twice(scalar.encode());
  }

  @Override
  public CodingProgram column(int member, int subBlock) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CodingProgram columns(BitSet members, int subBlock) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CodingProgram finish() {
    throw new UnsupportedOperationException();
  }

  @Override
  public RepairPlan repair(BitSet lost, BitSet available) {
    RepairPlan plan = scalar.repair(lost, available);
    List<SubBlockRun> runs =
        plan.helpers().stream().map(helper -> new SubBlockRun(helper, 0, ALPHA)).toList();
    return new RepairPlan(ALPHA, plan.lostMembers(), runs, twice(plan.program()));
  }

  private static CodingProgram twice(CodingProgram program) {
    GfMatrix one = program.toMatrix();
    return CodingProgram.ofMatrix(
        GfMatrix.of(
            one.rowCount() * ALPHA, one.columnCount() * ALPHA,
            (row, column) ->
                row % ALPHA == column % ALPHA ? one.get(row / ALPHA, column / ALPHA) : 0));
  }
}
