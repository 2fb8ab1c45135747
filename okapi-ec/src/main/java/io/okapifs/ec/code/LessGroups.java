package io.okapifs.ec.code;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * How {@link Less} groups its members: alpha + 1 groups of consecutive members, as even as can be,
 * the longer ones first.
 *
 * <p>From: LESS, FAST'26, section 3.3: sizes are its Equation 3, extended sub-stripes its step 2,
 * exponents its Equation 6. The paper counts groups, positions and sub-blocks from one, we from
 * zero. That divides all coefficients by one power of p, hence check t by a constant: it is the
 * same code.
 *
 * @param n number of members
 * @param alpha sub-blocks per block
 */
record LessGroups(int n, int alpha) {
  int count() {
    return alpha + 1;
  }

  /** The first member of a group; that of the group behind the last one is n. */
  int first(int group) {
    return group * (n / count()) + Math.min(group, n % count());
  }

  int size(int group) {
    return first(group + 1) - first(group);
  }

  IntStream members(int group) {
    return IntStream.range(first(group), first(group + 1));
  }

  int groupOf(int member) {
    int group = 0;
    while (first(group + 1) <= member) {
      group++;
    }
    return group;
  }

  /** The exponent of a sub-block's coefficient: different for all sub-blocks. */
  int exponent(int member, int subBlock) {
    int group = groupOf(member);
    int position = member - first(group);
    return (position * count() + group) * alpha + subBlock;
  }

  /** Whether a sub-block lies in the extended sub-stripe of a group; each lies in two of them. */
  boolean contains(int group, int member, int subBlock) {
    int own = groupOf(member);
    return own == group || subBlock == (group == alpha ? own : group);
  }

  /** The extended sub-stripe of a group: sub-block s of member i as bit i * alpha + s. */
  BitSet extended(int group) {
    BitSet subBlocks = new BitSet();
    IntStream.range(0, n * alpha)
        .filter(i -> contains(group, i / alpha, i % alpha))
        .forEach(subBlocks::set);
    return subBlocks;
  }
}
