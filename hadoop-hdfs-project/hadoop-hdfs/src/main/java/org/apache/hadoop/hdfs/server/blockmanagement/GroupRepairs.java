package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.ec.code.ErasureCode;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans the repair of decoupled block groups: which members of which group shall be written again,
 * and from what. So far parity only, which is how a group that was closed without parity gets it.
 *
 * <p>Called under the namesystem's write lock.
 */
public final class GroupRepairs {

  private static final Logger LOG = LoggerFactory.getLogger(GroupRepairs.class);

  private GroupRepairs() {}

  /**
   * The work that restores the redundancy of a decoupled block group.
   *
   * @return null where there is nothing to do, nothing that can be done, or not now
   */
  public static BlockReconstructionWork schedule(
      BlockManager blocks, BlockInfo block, int priority) {
    NumberReplicas replicas = blocks.countNodes(block);
    if (replicas.liveReplicas() >= blocks.getExpectedLiveRedundancyNum(block, replicas)) {
      blocks.neededReconstruction.remove(block, priority);
      return null;
    }
    GroupReconstructionWork work =
        block instanceof BlockInfoStripedParity parity
                && parity.isComplete()
                && blocks.pendingReconstruction.getNumReplicas(parity) == 0
            ? plan(blocks, parity, priority)
            : null;
    if (work == null) {
      NameNode.getNameNodeMetrics().incNumTimesReReplicationNotScheduled();
    }
    return work;
  }

  private static GroupReconstructionWork plan(
      BlockManager blocks, BlockInfoStripedParity parity, int priority) {
    GroupHealth health = GroupHealth.of(blocks, parity);
    int group = health == null ? -1 : health.indexOf(parity);
    // The parity of an open file is still its writer's.
    if (group < 0 || health.file().inode().isUnderConstruction()) {
      return null;
    }
    long longest = health.layout().longestMember(group, health.length());
    if (longest < 1 || parity.getNumBytes() < longest || health.layout().policy().alpha() != 1) {
      LOG.warn(
          "Cannot repair the parity of a group: block={}, parityLength={}, longestMember={},"
              + " alpha={}",
          parity, parity.getNumBytes(), longest, health.layout().policy().alpha());
      return null;
    }
    GroupMembers members = GroupMembers.of(blocks, health, group, priority);
    List<Integer> missing = recoverable(health, group, members);
    return missing.isEmpty() || members.sources().isEmpty()
        ? null
        : new GroupReconstructionWork(blocks, health, group, parity, members, missing, priority);
  }

  /** Parity members that no node holds and the sources can rebuild, ascending. */
  private static List<Integer> recoverable(
      GroupHealth health, int group, GroupMembers members) {
    ErasureCode code = health.code();
    BitSet readable = new BitSet();
    members.sources().keySet().forEach(readable::set);
    readable.set(health.layout().dataMembers(group, health.length()), code.k());
    return IntStream.range(code.k(), code.n())
        .filter(member -> !members.held().get(member) && code.recoverable(member, readable))
        .boxed()
        .toList();
  }
}
