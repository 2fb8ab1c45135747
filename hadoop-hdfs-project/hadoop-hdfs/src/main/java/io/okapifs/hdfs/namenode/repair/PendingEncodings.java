package io.okapifs.hdfs.namenode.repair;

import io.okapifs.hdfs.namenode.health.EarlierTargets;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RepairQueueWindow;

/**
 * Waits longer for what DataNodes encode for transitions as long as they say that they get on with
 * it. HDFS gives every repair the same time, whatever limits its DataNode.
 *
 * <p>Under the namesystem's lock, for reading at least.
 */
public final class PendingEncodings {

  private PendingEncodings() {}

  /**
   * Begins the time anew for each of some parity groups that a node was asked for.
   *
   * @param parityGroups ids of their block groups; others than those are left alone
   */
  public static void hearFrom(BlockManager blocks, String nodeUuid, List<Long> parityGroups) {
    for (long id : parityGroups) {
      BlockInfo parity = blocks.getStoredBlock(new Block(id));
      List<DatanodeStorageInfo> targets =
          parity == null ? null : RepairQueueWindow.pendingTargets(blocks, parity);
      if (targets != null && targets.stream().anyMatch(target -> isOn(target, nodeUuid))) {
        RepairQueueWindow.addPending(blocks, parity);
        EarlierTargets.add(blocks, parity, targets);
      }
    }
  }

  private static boolean isOn(DatanodeStorageInfo target, String nodeUuid) {
    return Objects.equals(target.getDatanodeDescriptor().getDatanodeUuid(), nodeUuid);
  }
}
