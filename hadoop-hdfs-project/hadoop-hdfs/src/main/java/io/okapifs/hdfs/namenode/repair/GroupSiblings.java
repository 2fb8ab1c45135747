package io.okapifs.hdfs.namenode.repair;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.health.GroupHealth;
import io.okapifs.hdfs.namenode.health.UnprotectedGroups;
import io.okapifs.hdfs.namenode.placement.GroupPlacement;
import io.okapifs.hdfs.namenode.placement.PlacementGlance;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoDecoupled.Change;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * Keeps the queue of repairs in order where upstream cannot: what happens to one block group
 * changes how urgent, and how possible, the repair of those is that share a group with it.
 *
 * <p>Called under the namesystem's write lock.
 */
public final class GroupSiblings {

  private GroupSiblings() {}

  /** After a member of the block group went, or was found corrupt. */
  @Woven
  public static void reconsider(BlockManager blocks, BlockInfo block) {
    lookAlone(blocks, block);
    if (block instanceof BlockInfoDecoupled decoupled && !RepairQueueWindow.isEmpty(blocks)) {
      ChangedGroups.of(blocks).note(decoupled, Change.WENT);
    }
  }

  /** After a replica was added. */
  @Woven
  public static void afterAdding(BlockManager blocks, BlockInfo block) {
    lookAlone(blocks, block);
    if (block instanceof BlockInfoDecoupled decoupled && blocks.isPopulatingReplQueues()) {
      ChangedGroups.of(blocks).note(decoupled, Change.CAME);
    }
  }

  private static void lookAlone(BlockManager blocks, BlockInfo block) {
    UnprotectedGroups.lookAt(blocks, block);
    ContradictoryGroups.lookAt(blocks, block);
  }

  /** Looks at the relatives of a block group of which a replica came or went. */
  static void look(BlockManager blocks, BlockInfoDecoupled block, Change change) {
    GroupHealth.of(blocks, block).ifPresent(health -> look(blocks, health, block, change));
  }

  private static void look(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block, Change change) {
    if (!RepairQueueWindow.isEmpty(blocks)) {
      health.relatives(block).forEach(relative -> requeue(blocks, relative));
    }
    if (change == Change.CAME
        && block.isComplete()
        && !health.file().inode().isUnderConstruction()) {
      lookAtPlaces(blocks, health, block);
    }
  }

  /**
   * What has come may lie badly. Or a repair found no better node for it than that of another
   * member, while the other member can move: the block group of that one is queued, too.
   */
  private static void lookAtPlaces(
      BlockManager blocks, GroupHealth health, BlockInfoDecoupled block) {
    if (new PlacementGlance(blocks).liesWell(health, block)) {
      return;
    }
    queueIfMisplaced(blocks, block);
    if (new GroupPlacement(blocks, health, block).sharesNode()) {
      health.relatives(block).forEach(relative -> queueIfMisplaced(blocks, relative));
    }
  }

  /** Queues a block group that misses blocks or has some that could lie better. */
  public static void queueIfMisplaced(BlockManager blocks, BlockInfo block) {
    if (block.isDeleted() || !block.isComplete()) {
      return;
    }
    NumberReplicas replicas = blocks.countNodes(block);
    int pending = RepairQueueWindow.pending(blocks, block);
    if (!RepairQueueWindow.isSufficient(blocks, block, replicas, pending)) {
      RepairQueueWindow.queue(blocks, block, replicas, pending);
    }
  }

  private static void requeue(BlockManager blocks, BlockInfoDecoupled block) {
    if (RepairQueueWindow.isQueued(blocks, block) && !update(blocks, block, 0)) {
      RepairQueueWindow.remove(blocks, block);
    }
  }

  /** Queues a block group that has just lost a replica, or moves it to where it belongs. */
  static void queueLoss(BlockManager blocks, BlockInfo block) {
    update(blocks, block, -1);
  }

  /**
   * Gives a block group its place in the queue.
   *
   * @param change of its replicas since it got the last one
   * @return false where it needs none
   */
  private static boolean update(BlockManager blocks, BlockInfo block, int change) {
    NumberReplicas replicas = blocks.countNodes(block);
    int pending = RepairQueueWindow.pending(blocks, block);
    boolean needed = !RepairQueueWindow.isSufficient(blocks, block, replicas, pending);
    if (needed) {
      RepairQueueWindow.requeue(blocks, block, replicas, pending, change);
      UnprotectedGroups.lookAt(blocks, block);
    }
    return needed;
  }

  /** Whether a block group waits for repair already; its place is then made right. */
  @Woven
  public static boolean isQueued(BlockManager blocks, BlockInfo block) {
    if (!(block instanceof BlockInfoDecoupled decoupled)
        || !RepairQueueWindow.isQueued(blocks, block)) {
      return false;
    }
    requeue(blocks, decoupled);
    return RepairQueueWindow.isQueued(blocks, block);
  }
}
