package org.apache.hadoop.hdfs.server.namenode;

import io.okapifs.hdfs.repair.EncodingReport;
import io.okapifs.hdfs.repair.RepairReport;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.PendingEncodings;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;

/** What DataNodes tell in notices, of their repairs and encodings. Any thread may call it. */
public final class DataNodeNotices {

  private DataNodeNotices() {}

  /**
   * Takes a notice of a registered DataNode, if it is one of these.
   *
   * @return whether it was
   */
  public static boolean take(
      FSNamesystem namesystem, DatanodeRegistration node, int code, String message) {
    if (code != DatanodeProtocol.NOTIFY || !isKnown(namesystem, node)) {
      return false;
    }
    Optional<RepairReport> repairs = RepairReport.parse(message);
    repairs.ifPresent(
        report -> DecoupledState.of(namesystem).repairs().put(node.getDatanodeUuid(), report));
    Optional<EncodingReport> encodings = EncodingReport.parse(message);
    encodings.ifPresent(report -> hear(namesystem, node, report));
    return repairs.isPresent() || encodings.isPresent();
  }

  private static boolean isKnown(FSNamesystem namesystem, DatanodeRegistration node) {
    return node != null
        && namesystem.getBlockManager().getDatanodeManager().getDatanode(node.getDatanodeUuid())
            != null;
  }

  private static void hear(
      FSNamesystem namesystem, DatanodeRegistration node, EncodingReport report) {
    namesystem.readLock();
    try {
      PendingEncodings.hearFrom(
          namesystem.getBlockManager(), node.getDatanodeUuid(), report.parityGroups());
    } finally {
      namesystem.readUnlock("hearOfEncodings");
    }
  }
}
