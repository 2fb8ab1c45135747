package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What it costs to read one sub-block from each member, in any unit: a slow or loaded node costs
 * more. A value; a negative cost is refused with {@link EcException}.
 *
 * @param perMember the cost per member, none negative; a member beyond the list costs 1
 */
public record HelperCosts(List<Integer> perMember) {
  /** Every member costs the same. */
  public static final HelperCosts EQUAL = new HelperCosts(List.of());

  public HelperCosts {
    perMember = List.copyOf(perMember);
    if (perMember.stream().anyMatch(cost -> cost < 0)) {
      throw new EcException("a cost is negative: perMember=" + perMember);
    }
  }

  /** Every member costs the same but these, which are known without being read. */
  public static HelperCosts without(BitSet known) {
    return known.isEmpty()
        ? EQUAL
        : new HelperCosts(
            IntStream.range(0, known.length()).mapToObj(m -> known.get(m) ? 0 : 1).toList());
  }

  /** The cost of one sub-block of this member. */
  public int of(int member) {
    return member < perMember.size() ? perMember.get(member) : 1;
  }
}
