package org.apache.hadoop.hdfs.server.blockmanagement;

import io.okapifs.Woven;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Parity groups without any good replica, each of which is queued for repair or being repaired. Kept
 * as replicas come and go, so that whoever counts them needs no lock.
 */
public final class UnprotectedGroups {

  private final Set<BlockInfo> groups = ConcurrentHashMap.newKeySet();

  /**
   * After a block group was queued, or a replica of it came or went; under the write lock.
   *
   * @param blocks null where the queue belongs to no block manager
   */
  @Woven
  public static void lookAt(BlockManager blocks, BlockInfo block) {
    if (blocks != null && block instanceof BlockInfoStripedParity parity) {
      OkapiBlocks.of(blocks).unprotected().set(parity, isUnprotected(blocks, parity));
    }
  }

  private void set(BlockInfo parity, boolean unprotected) {
    if (unprotected) {
      groups.add(parity);
    } else if (!groups.isEmpty()) {
      groups.remove(parity);
    }
  }

  private static boolean isUnprotected(BlockManager blocks, BlockInfoStripedParity parity) {
    return parity.numNodes() == blocks.corruptReplicas.numCorruptReplicas(parity)
        && (blocks.neededReconstruction.contains(parity)
            || blocks.pendingReconstruction.getNumReplicas(parity) > 0)
        && isOfToday(blocks, parity);
  }

  /** Parity that a file will have protects nobody, and is missed by nobody. */
  private static boolean isOfToday(BlockManager blocks, BlockInfoStripedParity parity) {
    GroupHealth health = GroupHealth.of(blocks, parity);
    return health != null && !health.file().isNext();
  }

  /** Any thread may count. Groups of files that were deleted since are dropped. */
  public long count() {
    groups.removeIf(BlockInfo::isDeleted);
    return groups.size();
  }

  /**
   * After the queues were emptied.
   *
   * @param blocks null where they belong to no block manager
   */
  @Woven
  public static void clear(BlockManager blocks) {
    if (blocks != null) {
      OkapiBlocks.of(blocks).unprotected().groups.clear();
    }
  }
}
