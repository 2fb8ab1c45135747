package io.okapifs.hdfs.namenode.health;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.OkapiParts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * Parity groups without any good replica, each of which is queued for repair or being repaired.
 * Kept as replicas come and go, so that whoever counts them needs no lock.
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
      of(blocks).set(parity, isUnprotected(blocks, parity));
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
    return parity.numNodes() == BlockManagerWindow.corruptReplicas(blocks, parity)
        && (RepairQueueWindow.isQueued(blocks, parity)
            || RepairQueueWindow.pending(blocks, parity) > 0)
        && isOfToday(blocks, parity);
  }

  /** Parity that a file will have protects nobody, and is missed by nobody. */
  private static boolean isOfToday(BlockManager blocks, BlockInfoStripedParity parity) {
    return GroupHealth.of(blocks, parity).filter(health -> !health.file().isNext()).isPresent();
  }

  public static UnprotectedGroups of(BlockManager blocks) {
    return OkapiParts.of(blocks).get(UnprotectedGroups.class);
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
      of(blocks).groups.clear();
    }
  }
}
