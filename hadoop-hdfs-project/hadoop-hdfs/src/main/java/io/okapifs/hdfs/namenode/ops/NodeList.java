package io.okapifs.hdfs.namenode.ops;

import io.okapifs.hdfs.namenode.repair.NodeStates;
import io.okapifs.hdfs.namenode.repair.RedundancySweep;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesRequestProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.ListNodesResponseProto;
import io.okapifs.hdfs.protocol.proto.OkapiAdminProtos.NodeProto;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.AdminStates;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeWindow;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/** Pages of what DataNodes are and do. Any thread may call it; no lock is needed. */
final class NodeList {

  static final int PAGE = 1000;

  private NodeList() {}

  /**
   * @throws IOException where a DataNode is named that there is not
   */
  static ListNodesResponseProto page(FSNamesystem namesystem, ListNodesRequestProto request)
      throws IOException {
    DatanodeManager manager = namesystem.getBlockManager().getDatanodeManager();
    Collection<DatanodeDescriptor> nodes =
        request.getNodeCount() == 0
            ? manager.getDatanodeListForReport(DatanodeReportType.ALL)
            : NamedNodes.of(namesystem.getBlockManager(), request.getNodeList());
    List<DatanodeDescriptor> rest =
        nodes.stream()
            .filter(node -> node.getXferAddr().compareTo(request.getAfter()) > 0)
            .sorted(Comparator.comparing(DatanodeDescriptor::getXferAddr))
            .toList();
    ListNodesResponseProto.Builder page = ListNodesResponseProto.newBuilder();
    NodeStates states = NodeStates.of(namesystem);
    rest.stream().limit(PAGE).forEach(node -> page.addNode(entry(manager, states, node)));
    if (rest.size() > PAGE) {
      page.setNext(rest.get(PAGE - 1).getXferAddr());
    }
    return page.build();
  }

  private static NodeProto entry(
      DatanodeManager manager, NodeStates states, DatanodeDescriptor node) {
    NodeProto.Builder entry =
        NodeProto.newBuilder()
            .setAddress(node.getXferAddr())
            .setHost(node.getHostName())
            .setRack(node.getNetworkLocation())
            .setState(state(manager, node))
            .setVersion(String.valueOf(node.getSoftwareVersion()))
            .setBlocks(node.numBlocks());
    states.get(node.getDatanodeUuid()).ifPresent(told -> entry.setTold(told.toProto()));
    RedundancySweep.lastPass(DatanodeWindow.blocks(manager))
        .ifPresent(pass -> entry.setMembers(pass.members().of(node)));
    return entry.build();
  }

  private static String state(DatanodeManager manager, DatanodeDescriptor node) {
    String heard =
        !node.isAlive() ? "dead" : DatanodeWindow.isStale(manager, node) ? "stale" : "live";
    return node.getAdminState() == AdminStates.NORMAL
        ? heard
        : heard + ", " + node.getAdminState().toString().toLowerCase(Locale.ROOT);
  }
}
