package io.okapifs.hdfs.namenode.repair;

import io.okapifs.ec.code.ErasureCode;
import io.okapifs.ec.code.UndecodableException;
import io.okapifs.ec.plan.RepairPlan;
import io.okapifs.ec.plan.SubBlockRun;
import io.okapifs.hdfs.repair.GroupTask;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/**
 * Which helpers a repair reads first, and what it reads then. A DataNode that loses no helper comes
 * to the same plan.
 *
 * @param ranks of helpers, by member
 * @param bytes that are read, by member; of the group's longest blocks
 */
record HelperPlan(Map<Integer, Integer> ranks, Map<Integer, Long> bytes) {

  /** Rank of a member that is read behind all that have one. */
  private static final int LAST = 1000;

  /** Helpers are alike, and what is read is not known. */
  static HelperPlan none() {
    return new HelperPlan(Map.of(), Map.of());
  }

  /**
   * Needs no lock.
   *
   * @param zeros members that count as zeros
   * @param lost members to rebuild
   * @param sources what may be read
   * @param target the node that repairs
   * @param blockLength bytes of a parity block of the group
   */
  static HelperPlan of(
      BlockManager blocks, ErasureCode code, BitSet zeros, Collection<Integer> lost,
      List<GroupMembers.Source> sources, DatanodeDescriptor target, long blockLength) {
    List<Integer> ranks = RepairLoads.of(blocks).ranks(blocks, sources, target, blockLength);
    Map<Integer, Integer> byMember = new HashMap<>();
    BitSet available = (BitSet) zeros.clone();
    for (int i = 0; i < sources.size(); i++) {
      int member = sources.get(i).replica().member();
      byMember.put(member, ranks.get(i));
      available.set(member);
    }
    BitSet wanted = new BitSet();
    lost.forEach(wanted::set);
    try {
      RepairPlan plan = code.repair(wanted, available, GroupTask.costs(zeros, byMember));
      return new HelperPlan(byMember, bytes(plan, zeros, blockLength / code.alpha()));
    } catch (UndecodableException e) {
      // Sources changed meanwhile: what is left to do is decided under the lock.
      return none();
    }
  }

  private static Map<Integer, Long> bytes(RepairPlan plan, BitSet zeros, long subBlockLength) {
    Map<Integer, Long> bytes = new HashMap<>();
    for (int helper : plan.helpers()) {
      long subBlocks = plan.runsOf(helper).stream().mapToLong(SubBlockRun::subBlockCount).sum();
      if (!zeros.get(helper)) {
        bytes.put(helper, subBlocks * subBlockLength);
      }
    }
    return bytes;
  }

  /** The ranks of these sources, in their order; one that came since is read last. */
  List<Integer> ranksOf(List<GroupMembers.Source> sources) {
    return ranks.isEmpty()
        ? List.of()
        : sources.stream()
            .map(source -> ranks.getOrDefault(source.replica().member(), LAST))
            .toList();
  }

  /** What is read from each node. */
  Map<DatanodeDescriptor, Long> bytesOf(List<GroupMembers.Source> sources) {
    Map<DatanodeDescriptor, Long> read = new HashMap<>();
    for (GroupMembers.Source source : sources) {
      read.merge(source.node(), bytes.getOrDefault(source.replica().member(), 0L), Long::sum);
    }
    read.values().removeIf(none -> none == 0);
    return read;
  }
}
