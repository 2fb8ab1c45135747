package io.okapifs.ec.code;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sets of members, enumerated. Any thread may call it, and owns the sets it gets. */
public final class MemberSets {
  private MemberSets() {}

  /**
   * All members but these.
   *
   * @param members left as they are
   * @param n number of members of the group
   */
  public static BitSet others(BitSet members, int n) {
    BitSet others = (BitSet) members.clone();
    others.flip(0, n);
    return others;
  }

  /**
   * All sets of so many of n members, one after the other.
   *
   * @param n number of members of the group
   * @param size members per set
   * @return n over size sets in lexical order, made as they are asked for
   */
  public static Stream<BitSet> ofSize(int n, int size) {
    int[] first = size > n ? null : IntStream.range(0, size).toArray();
    return Stream.iterate(first, Objects::nonNull, members -> next(members, n))
        .map(MemberSets::of);
  }

  /** The set with these members. */
  public static BitSet of(int... members) {
    BitSet set = new BitSet();
    IntStream.of(members).forEach(set::set);
    return set;
  }

  /** The set with these members. */
  public static BitSet of(List<Integer> members) {
    return of(members.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The next one in lexical order, or null behind the last one. */
  private static int[] next(int[] members, int n) {
    int[] next = members.clone();
    int last = next.length - 1;
    int moved = last;
    while (moved >= 0 && next[moved] == n - 1 - (last - moved)) {
      moved--;
    }
    if (moved < 0) {
      return null;
    }
    next[moved]++;
    for (int i = moved + 1; i <= last; i++) {
      next[i] = next[i - 1] + 1;
    }
    return next;
  }
}
