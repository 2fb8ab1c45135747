package io.okapifs.ec.tool;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Members that read each other whole when one of them is lost, at less than k blocks in all: groups
 * of LESS, local groups. They are found in the plans, so that any code has them or has none.
 */
final class RepairGroups {
  private final List<BitSet> groups;

  private RepairGroups(List<BitSet> groups) {
    this.groups = groups;
  }

  static RepairGroups of(ErasureCode code, List<RepairPlan> plans) {
    List<BitSet> groups = new ArrayList<>();
    BitSet grouped = new BitSet();
    for (int member = 0; member < code.n(); member++) {
      if (!grouped.get(member)) {
        BitSet group = groupOf(member, plans, code);
        if (group.cardinality() > 1 && !group.intersects(grouped)) {
          groups.add(group);
          grouped.or(group);
        }
      }
    }
    return new RepairGroups(groups);
  }

  /** Empty unless each of them reads all others whole. */
  private static BitSet groupOf(int member, List<RepairPlan> plans, ErasureCode code) {
    BitSet group = MemberSets.of(member);
    wholeReads(plans.get(member), code)
        .filter(helper -> wholeReads(plans.get(helper), code).anyMatch(read -> read == member))
        .forEach(group::set);
    boolean mutual =
        group.stream()
            .allMatch(
                one -> {
                  BitSet reads = MemberSets.of(one);
                  wholeReads(plans.get(one), code).forEach(reads::set);
                  reads.and(group);
                  return reads.equals(group);
                });
    return mutual ? group : new BitSet();
  }

  private static IntStream wholeReads(RepairPlan plan, ErasureCode code) {
    return plan.cost() >= code.k() * code.alpha()
        ? IntStream.empty()
        : plan.runs().stream()
            .filter(run -> run.subBlockCount() == code.alpha())
            .mapToInt(SubBlockRun::member);
  }

  /** Per group its members. */
  List<int[]> members() {
    return groups.stream().map(group -> group.stream().toArray()).toList();
  }

  @Override
  public String toString() {
    return groups.isEmpty()
        ? "none"
        : groups.stream().map(BitSet::toString).collect(Collectors.joining(" "));
  }
}
