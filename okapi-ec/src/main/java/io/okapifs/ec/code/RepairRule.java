package io.okapifs.ec.code;

import java.util.BitSet;
import java.util.List;

/**
 * What a construction knows about cheap repairs. The engine takes the cheapest way that reads
 * available members only, the earlier one among equals.
 */
@FunctionalInterface
public interface RepairRule {
  /** For codes that always decode whole blocks. */
  RepairRule NONE = request -> List.of();

  /** Ways to do this repair, none where the rule does not apply; they may name any members. */
  List<RepairWay> ways(RepairRequest request);

  /**
   * For codes with one sub-block per block, some of whose parities are sums over few members.
   *
   * @param checks per such parity the members that, each with a coefficient, add up to zero: the
   *     parity and what it covers; cheaper ones first
   */
  static RepairRule localChecks(List<BitSet> checks) {
    return new LocalChecks(checks);
  }
}
