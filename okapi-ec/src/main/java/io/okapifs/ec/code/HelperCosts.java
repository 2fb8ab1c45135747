package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What it costs to read one sub-block from each member, in any unit: a slow or loaded node costs
 * more. Ranks decide between helpers that cost the same where any will do; they never change how
 * much is read, nor in how many runs. A value; a negative cost or rank is refused with
 * {@link EcException}.
 *
 * @param perMember the cost per member, none negative; a member beyond the list costs 1
 * @param ranks the rank per member, lower ones are read first; a member beyond the list has rank 0
 */
public record HelperCosts(List<Integer> perMember, List<Integer> ranks) {
  /** Every member costs the same. */
  public static final HelperCosts EQUAL = new HelperCosts(List.of());

  public HelperCosts {
    perMember = List.copyOf(perMember);
    ranks = List.copyOf(ranks);
    if (perMember.stream().anyMatch(cost -> cost < 0)
        || ranks.stream().anyMatch(rank -> rank < 0)) {
      throw new EcException("a cost is negative: perMember=" + perMember + ", ranks=" + ranks);
    }
  }

  /** Members have no ranks. */
  public HelperCosts(List<Integer> perMember) {
    this(perMember, List.of());
  }

  /** Every member costs the same but these, which are known without being read. */
  public static HelperCosts without(BitSet known) {
    return known.isEmpty()
        ? EQUAL
        : new HelperCosts(
            IntStream.range(0, known.length()).mapToObj(m -> known.get(m) ? 0 : 1).toList());
  }

  /** The same costs with these ranks. */
  public HelperCosts ranked(List<Integer> ranks) {
    return new HelperCosts(perMember, ranks);
  }

  /** The rank of this member. */
  public int rankOf(int member) {
    return member < ranks.size() ? ranks.get(member) : 0;
  }

  /** The cost of one sub-block of this member. */
  public int of(int member) {
    return member < perMember.size() ? perMember.get(member) : 1;
  }
}
