package io.okapifs.bench.driver;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.VersionInfo;

/** DataNodes that exist in their reports alone. */
public final class FakeDataNodes {

  private static final long CAPACITY = 1L << 50;
  private static final int FIRST_PORT = 10_000;

  private record Node(DatanodeRegistration registration, DatanodeStorage storage) {}

  private final DatanodeProtocol namenode;
  private final String pool;
  private final Map<String, Node> nodes = new TreeMap<>();

  /** Registers so many. */
  public FakeDataNodes(DatanodeProtocol namenode, int count) throws IOException {
    this.namenode = namenode;
    NamespaceInfo namespace = namenode.versionRequest();
    pool = namespace.getBlockPoolID();
    StorageInfo info =
        new StorageInfo(
            HdfsServerConstants.DATANODE_LAYOUT_VERSION, namespace.getNamespaceID(),
            namespace.getClusterID(), namespace.getCTime(), NodeType.DATA_NODE);
    for (int i = 0; i < count; i++) {
      int port = FIRST_PORT + 4 * i;
      DatanodeID id =
          new DatanodeID("127.0.0.1", "node" + i, "uuid-" + i, port, port + 1, port + 2, port + 3);
      DatanodeRegistration registration =
          namenode.registerDatanode(
              new DatanodeRegistration(
                  id, info, new ExportedBlockKeys(), version()));
      Node node =
          new Node(
              registration,
              new DatanodeStorage("storage-" + i, DatanodeStorage.State.NORMAL, StorageType.DISK));
      nodes.put(id.getDatanodeUuid(), node);
      heartbeat(node, 0);
    }
  }

  /** What a DataNode of this JVM's jars tells; the stock ones have no class that ours have. */
  private static String version() throws IOException {
    try {
      return (String)
          Class.forName("io.okapifs.hdfs.seam.Release").getMethod("version").invoke(null);
    } catch (ClassNotFoundException stock) {
      return VersionInfo.getVersion();
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }

  /** The nodes by their uuids. */
  public List<String> uuids() {
    return List.copyOf(nodes.keySet());
  }

  /**
   * Lets a node ask for work.
   *
   * @param xmits the transfers that it has under way
   */
  public DatanodeCommand[] heartbeat(String uuid, int xmits) throws IOException {
    return heartbeat(nodes.get(uuid), xmits);
  }

  private DatanodeCommand[] heartbeat(Node node, int xmits) throws IOException {
    StorageReport[] reports = {
      new StorageReport(node.storage(), false, CAPACITY, 0, CAPACITY, 0, 0)
    };
    return namenode
        .sendHeartbeat(
            node.registration(), reports, 0, 0, xmits, 0, 0, null, false,
            SlowPeerReports.EMPTY_REPORT, SlowDiskReports.EMPTY_REPORT)
        .getCommands();
  }

  /** Reports a finished replica. */
  public void received(DatanodeInfo place, Block replica) throws IOException {
    Node node = nodes.get(place.getDatanodeUuid());
    ReceivedDeletedBlockInfo[] received = {
      new ReceivedDeletedBlockInfo(replica, BlockStatus.RECEIVED_BLOCK, null)
    };
    namenode.blockReceivedAndDeleted(
        node.registration(), pool,
        new StorageReceivedDeletedBlocks[] {
          new StorageReceivedDeletedBlocks(node.storage(), received)
        });
  }
}
