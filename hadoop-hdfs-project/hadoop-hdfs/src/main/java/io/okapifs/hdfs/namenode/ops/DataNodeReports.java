package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.namenode.health.ContradictoryGroups;
import io.okapifs.hdfs.namenode.repair.NodeStates;
import io.okapifs.hdfs.namenode.repair.PendingEncodings;
import io.okapifs.hdfs.namenode.scrub.ScrubService;
import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.EcReportResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiDatanodeProtos.SenderProto;
import io.okapifs.hdfs.repair.ContradictionReport;
import io.okapifs.hdfs.repair.EncodingReport;
import io.okapifs.hdfs.repair.NodeState;
import io.okapifs.hdfs.repair.OkapiDatanode;
import io.okapifs.hdfs.repair.RepairReport;
import io.okapifs.hdfs.repair.ScrubResult;
import java.io.IOException;
import java.net.InetAddress;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeWindow;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * What DataNodes tell a NameNode of themselves, their repairs, encodings and scrubs. It counts from
 * the address at which the DataNode is registered, and with Kerberos under the name of the DataNode
 * there. Of repairs only policies that exist are kept. Any thread may call it.
 */
public final class DataNodeReports implements OkapiDatanode {

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final Configuration conf;

  public DataNodeReports(NameNode nameNode, FSNamesystem namesystem, Configuration conf) {
    this.nameNode = nameNode;
    this.namesystem = namesystem;
    this.conf = conf;
  }

  @Override
  public EcReportResponseProto report(EcReportRequestProto report) throws IOException {
    if (!NameNodeWindow.isStarted(nameNode)) {
      throw new RetriableException("The NameNode is starting: a report comes too early");
    }
    DatanodeDescriptor node = sender(report.getSender());
    switch (report.getWhatCase()) {
      case REPAIRS -> hear(node, RepairReport.of(report.getRepairs()));
      case ENCODINGS -> hear(node, EncodingReport.of(report.getEncodings()));
      case NODE -> NodeStates.of(namesystem).put(
          node.getDatanodeUuid(), NodeState.of(report.getNode()),
          uuid -> nodes().getDatanode(uuid) != null);
      case SCRUBBED -> ScrubService.of(namesystem).hear(
          node.getDatanodeUuid(), ScrubResult.of(report.getScrubbed()));
      case CONTRADICTION -> hear(ContradictionReport.of(report.getContradiction()));
      default ->
          throw new HadoopIllegalArgumentException(
              "A report that this NameNode does not know, as its DataNode is newer: sender="
                  + node);
    }
    return EcReportResponseProto.newBuilder()
        .setLimits(TransitionService.of(namesystem).limits().toProto())
        .build();
  }

  /** The DataNode that a report is from. */
  private DatanodeDescriptor sender(SenderProto sender) throws IOException {
    DatanodeDescriptor node = nodes().getDatanode(sender.getDatanodeUuid());
    InetAddress caller = Server.getRemoteIp();
    String wrong = node == null ? "no such DataNode is registered" : wrong(node, sender, caller);
    if (wrong != null) {
      throw new AccessControlException(
          "Refused a report: " + wrong + ": datanodeUuid=" + sender.getDatanodeUuid() + ", address="
              + sender.getIpAddress() + ":" + sender.getTransferPort() + ", blockPool="
              + sender.getBlockPool() + ", caller=" + caller);
    }
    return node;
  }

  /** What is not as the DataNode is registered; null where all is. */
  private String wrong(DatanodeDescriptor node, SenderProto sender, InetAddress caller)
      throws IOException {
    if (!node.isRegistered()
        || !sender.getBlockPool().equals(namesystem.getBlockPoolId())
        || !sender.getIpAddress().equals(node.getIpAddr())
        || sender.getTransferPort() != node.getXferPort()) {
      return "the DataNode is not registered so";
    }
    // Without a call a test calls, in this process.
    if (caller != null && !caller.getHostAddress().equals(node.getIpAddr())) {
      return "it does not come from the DataNode's address";
    }
    String principal = principal(node);
    UserGroupInformation user = NameNode.getRemoteUser();
    boolean isNodes =
        principal == null
            || user.getRealAuthenticationMethod() == AuthenticationMethod.KERBEROS
                && user.getUserName().equals(principal);
    return isNodes ? null : "it comes from " + user + " and not from " + principal;
  }

  /** The name that a DataNode has in Kerberos; null where there is none. */
  private String principal(DatanodeDescriptor node) throws IOException {
    return UserGroupInformation.isSecurityEnabled()
        ? SecurityUtil.getServerPrincipal(
            conf.get(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY),
            InetAddress.getByName(node.getIpAddr()))
        : null;
  }

  private DatanodeManager nodes() {
    return namesystem.getBlockManager().getDatanodeManager();
  }

  private void hear(DatanodeDescriptor node, RepairReport report) {
    RepairTotals.of(namesystem).put(
        node.getDatanodeUuid(), report.of(DataNodeReports::isPolicy),
        uuid -> nodes().getDatanode(uuid) != null);
  }

  private static boolean isPolicy(String name) {
    return ErasureCodingPolicyManager.getInstance().getByName(name) != null;
  }

  private void hear(DatanodeDescriptor node, EncodingReport report) {
    namesystem.readLock();
    try {
      PendingEncodings.hearFrom(
          namesystem.getBlockManager(), node.getDatanodeUuid(), report.parityGroups());
      ScrubService.of(namesystem).hearFrom(
          namesystem.getBlockManager(), node.getDatanodeUuid(), report.parityGroups());
    } finally {
      namesystem.readUnlock("hearOfEncodings");
    }
  }

  private void hear(ContradictionReport report) throws IOException {
    namesystem.writeLock();
    try {
      ContradictoryGroups.hear(
          namesystem.getBlockManager(), namesystem.getBlockPoolId(),
          !namesystem.isInStandbyState(), report);
    } finally {
      namesystem.writeUnlock("hearOfContradiction");
    }
  }
}
