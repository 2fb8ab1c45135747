package io.okapifs.ec.code;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** Sets of members, enumerated. */
final class MemberSets {
  private MemberSets() {}

  /** All members but these. */
  static BitSet others(BitSet members, int n) {
    BitSet others = (BitSet) members.clone();
    others.flip(0, n);
    return others;
  }

  /** All sets of so many of n members. */
  static Stream<BitSet> ofSize(int n, int size) {
    List<BitSet> sets = new ArrayList<>();
    extend(sets, new BitSet(), 0, n, size);
    return sets.stream();
  }

  private static void extend(List<BitSet> sets, BitSet chosen, int first, int n, int left) {
    if (left == 0) {
      sets.add((BitSet) chosen.clone());
      return;
    }
    for (int member = first; member <= n - left; member++) {
      chosen.set(member);
      extend(sets, chosen, member + 1, n, left - 1);
      chosen.clear(member);
    }
  }
}
