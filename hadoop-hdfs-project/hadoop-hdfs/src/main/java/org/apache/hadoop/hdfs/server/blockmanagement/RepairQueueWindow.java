package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.PrivateField;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hdfs.util.LightWeightLinkedSet;

/**
 * What HDFS keeps private of blocks that wait for repair and of repairs that were handed out. No
 * decision is taken here. Callers hold the namesystem's lock as HDFS does: to change anything the
 * write lock.
 */
public final class RepairQueueWindow {

  /** Priorities, the most urgent first. */
  public static final int HIGHEST = LowRedundancyBlocks.QUEUE_HIGHEST_PRIORITY;

  public static final int VERY_LOW = LowRedundancyBlocks.QUEUE_VERY_LOW_REDUNDANCY;
  public static final int LOW = LowRedundancyBlocks.QUEUE_LOW_REDUNDANCY;
  public static final int BADLY_DISTRIBUTED = LowRedundancyBlocks.QUEUE_REPLICAS_BADLY_DISTRIBUTED;
  public static final int CORRUPT = LowRedundancyBlocks.QUEUE_WITH_CORRUPT_BLOCKS;

  /** Where it is not known which priority a block has. */
  private static final int ANY = LowRedundancyBlocks.LEVEL;

  private static final VarHandle QUEUES =
      PrivateField.of(LowRedundancyBlocks.class, "priorityQueues", List.class);

  private static final VarHandle TIMEOUT =
      PrivateField.of(PendingReconstructionBlocks.class, "timeout", long.class);

  private RepairQueueWindow() {}

  /** Whether no block waits for repair. */
  public static boolean isEmpty(BlockManager blocks) {
    return blocks.neededReconstruction.size() == 0;
  }

  /** How many blocks of any layout wait for repair, by priority; needs no lock. */
  @SuppressWarnings("unchecked")
  public static int[] sizes(BlockManager blocks) {
    synchronized (blocks.neededReconstruction) {
      List<LightWeightLinkedSet<BlockInfo>> queues =
          (List<LightWeightLinkedSet<BlockInfo>>) QUEUES.get(blocks.neededReconstruction);
      return queues.stream().mapToInt(LightWeightLinkedSet::size).toArray();
    }
  }

  public static boolean isQueued(BlockManager blocks, BlockInfo block) {
    return blocks.neededReconstruction.contains(block);
  }

  /** Queues a block, with a priority by its replicas and those that are pending. */
  public static void queue(
      BlockManager blocks, BlockInfo block, NumberReplicas replicas, int pending) {
    blocks.neededReconstruction.add(
        block, replicas.liveReplicas() + pending, replicas.readOnlyReplicas(),
        replicas.outOfServiceReplicas(), blocks.getExpectedRedundancyNum(block));
  }

  /**
   * Queues a block, or gives it the priority that its replicas and those that are pending ask for.
   *
   * @param change of its replicas since it got its priority
   */
  public static void requeue(
      BlockManager blocks, BlockInfo block, NumberReplicas replicas, int pending, int change) {
    blocks.neededReconstruction.update(
        block, replicas.liveReplicas() + pending, replicas.readOnlyReplicas(),
        replicas.outOfServiceReplicas(), blocks.getExpectedRedundancyNum(block), change, 0);
  }

  /** Takes a block off the queue. */
  public static void remove(BlockManager blocks, BlockInfo block) {
    remove(blocks, block, ANY);
  }

  /** As above, of a block whose priority is known. */
  public static void remove(BlockManager blocks, BlockInfo block, int priority) {
    blocks.neededReconstruction.remove(block, priority);
  }

  /** Plans the repair of blocks in the queue of what is lost, and hands it out; without a lock. */
  public static void repairLost(BlockManager blocks, List<BlockInfo> lost) {
    List<List<BlockInfo>> byPriority =
        new ArrayList<>(Collections.nCopies(LowRedundancyBlocks.LEVEL, List.of()));
    byPriority.set(CORRUPT, lost);
    blocks.computeReconstructionWorkForBlocks(byPriority);
  }

  /** Whether a block needs no repair beside those that are pending. */
  public static boolean isSufficient(
      BlockManager blocks, BlockInfo block, NumberReplicas replicas, int pending) {
    return blocks.hasEnoughEffectiveReplicas(block, replicas, pending);
  }

  /** How many replicas of a block were ordered and not reported yet. */
  public static int pending(BlockManager blocks, BlockInfo block) {
    return blocks.pendingReconstruction.getNumReplicas(block);
  }

  /** Where pending replicas of a block will be; null where none are. */
  public static List<DatanodeStorageInfo> pendingTargets(BlockManager blocks, BlockInfo block) {
    return blocks.pendingReconstruction.getTargets(block);
  }

  /** Adds replicas to those that are pending of a block, whose time begins anew. */
  public static void addPending(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo... targets) {
    blocks.pendingReconstruction.increment(block, targets);
  }

  /** Forgets what is pending of a block. */
  public static void removePending(BlockManager blocks, BlockInfo block) {
    blocks.pendingReconstruction.remove(block);
  }

  /** After so long a repair that was handed out is planned again, milliseconds. */
  public static long pendingTimeout(BlockManager blocks) {
    return (long) TIMEOUT.get(blocks.pendingReconstruction);
  }
}
