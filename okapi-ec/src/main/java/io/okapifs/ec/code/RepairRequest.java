package io.okapifs.ec.code;

import io.okapifs.ec.EcException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The repair that is asked for. A value; the sets are copies that nobody changes.
 *
 * @param lost the members to rebuild, at least one
 * @param available the members that may be read, none of them lost
 * @param costs what reading them costs
 */
public record RepairRequest(BitSet lost, BitSet available, HelperCosts costs) {
  public RepairRequest {
    lost = (BitSet) lost.clone();
    available = (BitSet) available.clone();
    if (lost.isEmpty()) {
      throw new EcException("nothing is lost: available=" + available);
    }
    if (lost.intersects(available)) {
      throw new EcException(
          "a member is both lost and available: lost=" + lost + ", available=" + available);
    }
  }

  /** The available members, cheapest first, then by rank, and ascending among equals. */
  public List<Integer> cheapestFirst() {
    return available.stream()
        .boxed()
        .sorted(Comparator.comparingInt(costs::of).thenComparingInt(costs::rankOf))
        .toList();
  }

  RepairRequest withoutRanks() {
    return new RepairRequest(lost, available, costs.ranked(List.of()));
  }

  /** The only lost member, or -1 when there are several. */
  public int onlyLost() {
    return lost.cardinality() == 1 ? lost.nextSetBit(0) : -1;
  }
}
