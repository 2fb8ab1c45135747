package io.okapifs.ec.analysis;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import java.util.BitSet;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.List;

/**
 * What the repair of so many lost members costs, over all sets of so many that can be decoded. All
 * other members are available. A value.
 *
 * @param setCount how many sets of members can be decoded
 * @param undecodableCount how many cannot
 * @param blocks what a repair reads, in blocks
 * @param seeks how many contiguous ranges it reads
 * @param cheaperCount how many of the repairs read less than k blocks
 */
public record RepairCosts(
    int setCount, int undecodableCount, Range blocks, Range seeks, int cheaperCount) {
  /**
   * The average, and the least and most.
   *
   * @param average over all decodable sets, each counted once
   * @param min the least
   * @param max the most
   */
  public record Range(double average, double min, double max) {}

  /**
   * Plans every repair of the code with so many lost members.
   *
   * @param code planned once per set of members: wide codes and many losses take long
   * @param losses how many members are lost at once, at least one
   */
  public static RepairCosts of(ErasureCode code, int losses) {
    List<BitSet> sets = MemberSets.ofSize(code.n(), losses).toList();
    return of(code, sets);
  }

  /**
   * Plans the repairs of these sets of lost members.
   *
   * @param code whose members the sets name
   * @param lostSets what is lost at once, none of them empty
   */
  public static RepairCosts of(ErasureCode code, List<BitSet> lostSets) {
    DoubleSummaryStatistics blocks = new DoubleSummaryStatistics();
    IntSummaryStatistics seeks = new IntSummaryStatistics();
    int cheaperCount = 0;
    for (BitSet lost : lostSets) {
      BitSet live = MemberSets.others(lost, code.n());
      if (code.decodable(live)) {
        RepairPlan plan = code.repair(lost, live);
        blocks.accept((double) plan.cost() / code.alpha());
        seeks.accept(plan.seeks());
        cheaperCount += plan.cost() < code.k() * code.alpha() ? 1 : 0;
      }
    }
    int decodable = (int) blocks.getCount();
    return new RepairCosts(
        decodable, lostSets.size() - decodable,
        new Range(blocks.getAverage(), blocks.getMin(), blocks.getMax()),
        new Range(seeks.getAverage(), seeks.getMin(), seeks.getMax()), cheaperCount);
  }

  /** The share of decodable sets whose repair reads less than k blocks. */
  public double cheaperShare() {
    return (double) cheaperCount / setCount;
  }
}
