package io.okapifs.bench.figure;

import io.okapifs.bench.sim.RepairSimulation;
import io.okapifs.ec.code.CodeRegistry;
import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.MemberSets;
import io.okapifs.ec.plan.RepairPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Times of repairs of a code as LESS (FAST'26, section 4.2) sets them up: 14 nodes with a disk each
 * and one that rebuilds. Plans are okapi-ec's.
 */
final class RepairTimes {

  private static final int NODES = 14;
  private static final int NODE_BLOCKS = 20;

  private final List<RepairPlan> byMember = new ArrayList<>();

  /**
   * @param name of a code of 14 members, for example LESS4-10-4
   */
  RepairTimes(String name) {
    ErasureCode code = CodeRegistry.byName(name);
    for (int member = 0; member < code.n(); member++) {
      BitSet lost = new BitSet();
      lost.set(member);
      byMember.add(code.repair(lost, MemberSets.others(lost, code.n())));
    }
  }

  /** Seconds to rebuild one block, on average over all members. */
  double block(RepairSimulation.Setting setting) {
    return byMember.stream()
        .mapToDouble(
            plan -> {
              RepairSimulation simulation = new RepairSimulation(setting, NODES);
              simulation.add(plan, IntUnaryOperator.identity());
              return simulation.seconds();
            })
        .average().orElseThrow();
  }

  /** Seconds to rebuild the 20 blocks of a node; from group to group it holds the next member. */
  double node(RepairSimulation.Setting setting) {
    RepairSimulation simulation = new RepairSimulation(setting, NODES);
    for (int group = 0; group < NODE_BLOCKS; group++) {
      int lost = group % NODES;
      simulation.add(byMember.get(lost), member -> (member - lost + NODES) % NODES);
    }
    return simulation.seconds();
  }
}
