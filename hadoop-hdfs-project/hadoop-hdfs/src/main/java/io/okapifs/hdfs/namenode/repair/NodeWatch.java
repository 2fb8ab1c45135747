package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.OkapiParts;
import io.okapifs.hdfs.namenode.placement.KnownRacks;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;

/**
 * Notices what has become of DataNodes since the last round. A node, or a storage of one, that has
 * become usable may take members which lie badly elsewhere. Maintenance that begins or ends changes
 * what the groups of a node's blocks can do, and so how urgent their repair is.
 *
 * <p>Called by {@link RepairRounds} alone, without a lock.
 */
public final class NodeWatch {

  /** Block groups that are looked at under one hold of the lock. */
  private static final int PORTION = 1000;

  /**
   * A node.
   *
   * @param storages of it that have reported all they have
   */
  private record Seen(boolean isUsable, boolean isInMaintenance, int storages) {

    static Seen of(DatanodeDescriptor node) {
      return new Seen(
          node.isAlive() && node.isInService(), node.isInMaintenance(),
          DatanodeWindow.reportedStorages(node));
    }

    boolean hasCome(Seen before) {
      return isUsable
          && storages > 0
          && (before == null || !before.isUsable || before.storages < storages);
    }
  }

  /** By the UUID of each node that is known. */
  private Map<String, Seen> seen = Map.of();

  static void step(BlockManager blocks) {
    OkapiParts.of(blocks).get(NodeWatch.class).look(blocks);
  }

  private void look(BlockManager blocks) {
    Map<String, Seen> now = new HashMap<>();
    Set<String> racks = new HashSet<>();
    for (DatanodeDescriptor node :
        blocks.getDatanodeManager().getDatanodeListForReport(DatanodeReportType.ALL)) {
      Seen before = seen.get(node.getDatanodeUuid());
      Seen today = Seen.of(node);
      now.put(node.getDatanodeUuid(), today);
      racks.add(node.getNetworkLocation());
      if (today.hasCome(before)) {
        PlacementSweep.of(blocks).begin();
      }
      if (before != null && before.isInMaintenance != today.isInMaintenance) {
        reconsider(blocks, node);
      }
    }
    seen = now;
    KnownRacks.put(blocks, racks);
  }

  /** In portions: writers wait for the lock, and a node may have a million blocks. */
  private static void reconsider(BlockManager blocks, DatanodeDescriptor node) {
    List<BlockInfo> all =
        RepairQueueWindow.isEmpty(blocks)
            ? List.of()
            : BlockManagerWindow.read(blocks, () -> DatanodeWindow.allBlocksOn(node));
    Namesystem namesystem = BlockManagerWindow.namesystem(blocks);
    for (int from = 0; from < all.size(); from += PORTION) {
      namesystem.writeLock();
      try {
        all.subList(from, Math.min(all.size(), from + PORTION))
            .forEach(block -> GroupSiblings.reconsider(blocks, block));
      } finally {
        namesystem.writeUnlock();
      }
    }
  }
}
