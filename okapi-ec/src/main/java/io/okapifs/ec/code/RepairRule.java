package io.okapifs.ec.code;

import java.util.List;

/**
 * What a construction knows about cheap repairs. The engine takes the cheapest way that reads
 * available members only, the earlier one among equals.
 */
@FunctionalInterface
interface RepairRule {
  /** For codes that always decode whole blocks. */
  RepairRule NONE = request -> List.of();

  /** Ways to do this repair, none where the rule does not apply; they may name any members. */
  List<RepairWay> ways(RepairRequest request);
}
