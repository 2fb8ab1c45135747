package io.okapifs.ec.analysis;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * What the helpers of a repair would send if each combined what it reads. Our helpers send what
 * they read.
 */
final class SentData {
  private SentData() {}

  /** In blocks, when this member is lost and all others live. */
  static double combinedBlocks(ErasureCode code, int lost) {
    BitSet members = MemberSets.of(lost);
    return combinedBlocks(code.repair(members, MemberSets.others(members, code.n())));
  }

  /**
   * In blocks. The least that a helper can send is the rank of its share of the plan: so many
   * combinations of what it reads tell everything that the rebuilder makes of it.
   */
  static double combinedBlocks(RepairPlan plan) {
    int symbolBytes = plan.program().symbolBytes();
    int symbols =
        plan.helpers().stream()
            .mapToInt(helper -> plan.program().toMatrix(inputs(plan, helper)).rank())
            .sum();
    return (double) symbols / symbolBytes / plan.alpha();
  }

  private static int[] inputs(RepairPlan plan, int helper) {
    return plan.runsOf(helper).stream()
        .flatMapToInt(SentData::subBlocks)
        .map(subBlock -> plan.inputOf(helper, subBlock))
        .toArray();
  }

  private static IntStream subBlocks(SubBlockRun run) {
    return IntStream.range(run.firstSubBlock(), run.endSubBlock());
  }
}
