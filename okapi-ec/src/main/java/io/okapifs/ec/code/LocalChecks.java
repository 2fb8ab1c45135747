package io.okapifs.ec.code;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Repairs of codes with alpha = 1 by checks that touch few members.
 *
 * <p>Theory: a check is a set of members that, each with a coefficient, add up to zero. Some checks
 * together tell the members that are gone of those that they touch, when they are enough and
 * independent. So candidates are the unions of as many checks as members are lost, up to as many as
 * are gone, less what is gone; the engine finds out which of them suffice.
 *
 * @param checks the members that each check touches; a code's cheaper ones first
 */
record LocalChecks(List<BitSet> checks) implements RepairRule {
  /** With more of them that matter there are too many unions; whole groups are decoded then. */
  private static final int CHECKS_MAX = 12;

  @Override
  public List<RepairWay> ways(RepairRequest request) {
    BitSet present = request.available();
    List<BitSet> touching = checks.stream().filter(check -> misses(check, present) > 0).toList();
    List<RepairWay> ways = new ArrayList<>();
    if (touching.size() <= CHECKS_MAX) {
      extend(ways, request, touching, 0, new BitSet(), 0);
    }
    return ways;
  }

  private static int misses(BitSet members, BitSet present) {
    BitSet missing = (BitSet) members.clone();
    missing.andNot(present);
    return missing.cardinality();
  }

  private static void extend(
      List<RepairWay> ways, RepairRequest request, List<BitSet> touching, int next, BitSet union,
      int chosen) {
    int gone = misses(union, request.available());
    boolean coversLost = misses(request.lost(), union) == 0;
    if (coversLost && chosen >= request.lost().cardinality() && chosen <= gone) {
      BitSet reads = (BitSet) union.clone();
      reads.and(request.available());
      ways.add(RepairWay.solved(reads));
    }
    for (int i = next; i < touching.size(); i++) {
      BitSet wider = (BitSet) union.clone();
      wider.or(touching.get(i));
      extend(ways, request, touching, i + 1, wider, chosen + 1);
    }
  }
}
