package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.health.DeletionOrders;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.TransitionRules;
import io.okapifs.hdfs.namenode.journal.UnsyncedGroups;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairWorkAdapter;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans the repair of decoupled block groups: which members of which group shall be written again,
 * and from what.
 *
 * <p>Called under the namesystem's write lock.
 */
public final class GroupRepairs {

  private static final Logger LOG = LoggerFactory.getLogger(GroupRepairs.class);

  private GroupRepairs() {}

  /** Whether upstream's schedule may decide about a block: it never repairs a decoupled one. */
  @Woven
  public static boolean isStock(BlockInfo block) {
    return !BlockInfoDecoupled.isDecoupled(block)
        || block.isDeleted()
        || !block.isCompleteOrCommitted();
  }

  /**
   * The work that restores the redundancy of a decoupled block group.
   *
   * @return null where there is nothing to do, nothing that can be done, or not now
   */
  @Woven
  public static RepairWorkAdapter schedule(
      BlockManager blocks, BlockInfo block, int priority) {
    if (!BlockManagerWindow.namesystem(blocks).isRunning()) {
      // A NameNode that stops holds the lock for seconds while it waits for the monitor, which gets
      // it afterwards: another NameNode of this JVM may have replaced the policies by then.
      return null;
    }
    NumberReplicas replicas = blocks.countNodes(block);
    int wanted = blocks.getExpectedLiveRedundancyNum(block, replicas) - replicas.liveReplicas();
    if (wanted <= 0 && BlockManagerWindow.liesWell(blocks, block)) {
      RepairQueueWindow.remove(blocks, block, priority);
      return null;
    }
    Optional<RepairWorkAdapter> work =
        block.isComplete()
            && !isUnsynced(blocks, block)
            && RepairQueueWindow.pending(blocks, block) == 0
            ? plan(blocks, (BlockInfoDecoupled) block, wanted, priority)
            : Optional.empty();
    if (work.isEmpty()) {
      NameNode.getNameNodeMetrics().incNumTimesReReplicationNotScheduled();
    }
    return work.orElse(null);
  }

  /**
   * Whether work that was planned before the lock was released has become pointless.
   *
   * @param work HDFS's own as well
   */
  @Woven
  public static boolean isOverdue(
      BlockManager blocks, Object work, BlockInfo block, DatanodeStorageInfo[] targets) {
    return work instanceof GroupWork groupWork && (block.isDeleted() || !groupWork.refresh())
        || DeletionOrders.concern(blocks, block, targets);
  }

  private static Optional<RepairWorkAdapter> plan(
      BlockManager blocks, BlockInfoDecoupled block, int wanted, int priority) {
    return GroupHealth.of(blocks, block)
        .flatMap(
            health ->
                wanted <= 0
                    ? move(blocks, health, block, priority)
                    : restore(blocks, health, block, wanted, priority));
  }

  private static Optional<RepairWorkAdapter> restore(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block, int wanted,
      int priority) {
    boolean waits =
        health.file().isNext()
            && !TransitionRules.of(blocks).mayEncode(blocks, health, health.indexOf(block));
    Optional<RepairWorkAdapter> rebuild =
        waits ? Optional.empty() : rebuild(blocks, health, block, priority);
    if (rebuild.isPresent()) {
      return rebuild;
    }
    List<MemberCopyWork.Copy> copies = LeavingMembers.of(blocks, health, block, priority);
    if (!copies.isEmpty()) {
      return Optional.of(
          new MemberCopyWork(
              blocks, health, block, copies.subList(0, Math.min(wanted, copies.size())),
              priority));
    }
    if (waits) {
      // Queued again by its transition once it may be encoded.
      RepairQueueWindow.remove(blocks, block, priority);
    }
    return Optional.empty();
  }

  private static Optional<RepairWorkAdapter> move(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block, int priority) {
    GroupPlacement placement = new GroupPlacement(blocks, health, block);
    return placement
        .misplaced()
        .filter(
            misplaced ->
                !GroupMembers.isBusy(
                    blocks, misplaced.storage().getDatanodeDescriptor(), priority))
        .map(
            misplaced ->
                new MemberMoveWork(blocks, health, block, placement, misplaced, priority));
  }

  /** Rebuilds a group that a block group misses a member of: the worst that can be rebuilt. */
  private static Optional<RepairWorkAdapter> rebuild(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block, int priority) {
    List<Integer> groups = new ArrayList<>();
    health.forEachGroup(block, group -> groups.add((int) group));
    groups.sort(Comparator.comparingInt(group -> health.margin(group)));
    for (int group : groups) {
      RepairInputs inputs = RepairInputs.of(blocks, health, group);
      List<Integer> missing = missing(blocks, health, group, inputs);
      if (missing.stream().anyMatch(member -> health.place(group, member).block() == block)) {
        return Optional.of(
            new GroupReconstructionWork(
                blocks, health, group, block, inputs, missing, priority));
      }
    }
    return Optional.empty();
  }

  /** Members that shall be rebuilt now, ascending; none of a block group that is being repaired. */
  public static List<Integer> missing(
      BlockManager blocks, GroupHealth health, int group, RepairInputs inputs) {
    return health.isSettled(group)
            && !inputs.sources().isEmpty()
            && isCodable(health, group)
            && !ContradictoryGroups.holdBack(blocks, health, group)
        ? inputs.writable(health, group).stream()
            .filter(member -> isIdle(blocks, health.place(group, member).block()))
            .toList()
        : List.of();
  }

  private static boolean isUnsynced(BlockManager blocks, BlockInfo block) {
    return UnsyncedGroups.of(BlockManagerWindow.namesystem(blocks)).contains(block);
  }

  private static boolean isIdle(BlockManager blocks, BlockInfo block) {
    return !block.isDeleted()
        && !isUnsynced(blocks, block)
        && RepairQueueWindow.pending(blocks, block) == 0;
  }

  private static boolean isCodable(GroupHealth health, int group) {
    long longest = health.layout().longestMember(group, health.length());
    long parityLength = health.place(group, health.file().k()).length();
    boolean codable =
        longest > 0
            && parityLength >= longest
            && health.layout().policy().isSubBlocked(parityLength);
    if (!codable) {
      LOG.warn(
          "Group cannot be repaired: path={}, group={}, parityLength={}, longestMember={},"
              + " policy={}",
          health.file().inode().getFullPathName(), group, parityLength, longest,
          health.layout().policy());
    }
    return codable;
  }
}
