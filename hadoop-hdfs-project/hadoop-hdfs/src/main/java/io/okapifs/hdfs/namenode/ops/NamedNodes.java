package io.okapifs.hdfs.namenode.ops;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;

/** The DataNodes that people mean. */
final class NamedNodes {

  private NamedNodes() {}

  /**
   * @param names host names, addresses, or either with the port of transfers; a host without a port
   *     means all DataNodes there
   * @throws IOException where no node is called so, or nothing is named
   */
  static Set<DatanodeDescriptor> of(BlockManager blocks, List<String> names) throws IOException {
    List<DatanodeDescriptor> all =
        blocks.getDatanodeManager().getDatanodeListForReport(DatanodeReportType.ALL);
    Set<DatanodeDescriptor> nodes = new HashSet<>();
    for (String name : names) {
      if (!nodes.addAll(all.stream().filter(node -> isCalled(node, name)).toList())
          && nodes.stream().noneMatch(node -> isCalled(node, name))) {
        throw new IOException(
            "no DataNode is called " + name + "; 'hdfs dfsadmin -report' lists them, here are "
                + all.stream().map(DatanodeDescriptor::getXferAddr).sorted().limit(5)
                    .collect(Collectors.joining(", ")));
      }
    }
    if (nodes.isEmpty()) {
      throw new IOException("no DataNode is named");
    }
    return nodes;
  }

  private static boolean isCalled(DatanodeDescriptor node, String name) {
    // An address may be the host name, too.
    return List.of(
            node.getXferAddr(), node.getIpAddr(), node.getHostName(),
            node.getHostName() + ":" + node.getXferPort())
        .contains(name);
  }
}
