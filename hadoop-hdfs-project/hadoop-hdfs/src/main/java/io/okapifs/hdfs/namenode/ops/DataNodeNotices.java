package io.okapifs.hdfs.namenode.ops;

import io.okapifs.Woven;
import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.repair.PendingEncodings;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.EncodingReport;
import io.okapifs.hdfs.repair.RepairReport;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.ipc.Server;

/**
 * What DataNodes tell in notices, of their repairs and encodings. A notice counts from the address at
 * which its DataNode is registered. Of repairs only policies that exist are kept. Any thread may call
 * it.
 */
public final class DataNodeNotices {

  private DataNodeNotices() {}

  /**
   * Takes a notice of a registered DataNode, if it is one of these.
   *
   * @return whether it was
   */
  @Woven
  public static boolean take(
      FSNamesystem namesystem, DatanodeRegistration node, int code, String message)
      throws IOException {
    DatanodeManager nodes = namesystem.getBlockManager().getDatanodeManager();
    if (code != DatanodeProtocol.NOTIFY || !isSender(nodes, node)) {
      return false;
    }
    Optional<RepairReport> repairs = RepairReport.parse(message);
    repairs.ifPresent(
        report ->
            RepairTotals.of(namesystem).put(
                node.getDatanodeUuid(), report.of(DataNodeNotices::isPolicy),
                uuid -> nodes.getDatanode(uuid) != null));
    Optional<EncodingReport> encodings = EncodingReport.parse(message);
    encodings.ifPresent(report -> hear(namesystem, node, report));
    Optional<ContradictionReport> contradiction = ContradictionReport.parse(message);
    if (contradiction.isPresent()) {
      hear(namesystem, contradiction.get());
    }
    return repairs.isPresent() || encodings.isPresent() || contradiction.isPresent();
  }

  private static void hear(FSNamesystem namesystem, ContradictionReport report)
      throws IOException {
    namesystem.writeLock();
    try {
      ContradictoryGroups.hear(
          namesystem.getBlockManager(), namesystem.getBlockPoolId(),
          !namesystem.isInStandbyState(), report);
    } finally {
      namesystem.writeUnlock("hearOfContradiction");
    }
  }

  /** Whether a node is registered at the address that it names and that the call comes from. */
  private static boolean isSender(DatanodeManager nodes, DatanodeRegistration node) {
    DatanodeDescriptor known = node == null ? null : nodes.getDatanode(node.getDatanodeUuid());
    InetAddress caller = Server.getRemoteIp();
    return known != null
        && known.getXferAddr().equals(node.getXferAddr())
        && (caller == null || caller.getHostAddress().equals(known.getIpAddr()));
  }

  private static boolean isPolicy(String name) {
    return ErasureCodingPolicyManager.getInstance().getByName(name) != null;
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
