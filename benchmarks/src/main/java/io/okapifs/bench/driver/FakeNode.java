package io.okapifs.bench.driver;

import java.io.IOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.VersionInfo;

/**
 * A DataNode that exists in its calls alone. It has one storage, an address of its own, and, where
 * it is to remember them, the replicas that it said it got. Used by one thread.
 */
public final class FakeNode {

  private static final long CAPACITY = 1L << 50;
  private static final int PORT = 10_000;
  private static final int BYTE = 256;
  private static final String VERSION = version();

  private final DatanodeID id;
  private final DatanodeStorage storage;

  /** Null where it remembers nothing. */
  private final ReplicaList replicas;

  private DatanodeProtocol namenode;
  private DatanodeRegistration registration;
  private String pool;
  private long reports;

  FakeNode(int number, boolean remembers) {
    id =
        new DatanodeID(
            "10." + number / BYTE / BYTE + "." + number / BYTE % BYTE + "." + number % BYTE,
            "node" + number, "uuid-" + number, PORT, PORT + 1, PORT + 2, PORT + 3);
    storage =
        new DatanodeStorage("storage-" + number, DatanodeStorage.State.NORMAL, StorageType.DISK);
    replicas = remembers ? new ReplicaList() : null;
  }

  /** Registers, as for the first time or after a restart of either side, and beats once. */
  public void register(DatanodeProtocol to) throws IOException {
    NamespaceInfo namespace = to.versionRequest();
    StorageInfo info =
        new StorageInfo(
            HdfsServerConstants.DATANODE_LAYOUT_VERSION, namespace.getNamespaceID(),
            namespace.getClusterID(), namespace.getCTime(), NodeType.DATA_NODE);
    namenode = to;
    pool = namespace.getBlockPoolID();
    registration =
        namenode.registerDatanode(
            new DatanodeRegistration(id, info, new ExportedBlockKeys(), VERSION));
    heartbeat(0);
  }

  /** What a DataNode of this JVM's jars tells; the stock ones have no class that ours have. */
  private static String version() {
    try {
      return (String)
          Class.forName("io.okapifs.hdfs.seam.Release").getMethod("version").invoke(null);
    } catch (ClassNotFoundException stock) {
      return VersionInfo.getVersion();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The node's UUID. */
  public String uuid() {
    return id.getDatanodeUuid();
  }

  /** How many replicas it remembers. */
  public int replicas() {
    return replicas.size();
  }

  /** The block id of a replica that it remembers; of a group's member, not of the group. */
  public long blockId(int replica) {
    return replicas.blockId(replica);
  }

  long heapBytes() {
    return replicas.heapBytes();
  }

  /**
   * Asks for work.
   *
   * @param xmits the transfers that it has under way
   */
  DatanodeCommand[] heartbeat(int xmits) throws IOException {
    StorageReport[] told = {new StorageReport(storage, false, CAPACITY, 0, CAPACITY, 0, 0)};
    return namenode
        .sendHeartbeat(
            registration, told, 0, 0, xmits, 0, 0, null, false, SlowPeerReports.EMPTY_REPORT,
            SlowDiskReports.EMPTY_REPORT)
        .getCommands();
  }

  /** Reports a finished replica. */
  void received(Block replica) throws IOException {
    if (replicas != null) {
      replicas.add(replica);
    }
    ReceivedDeletedBlockInfo[] received = {
      new ReceivedDeletedBlockInfo(replica, BlockStatus.RECEIVED_BLOCK, null)
    };
    namenode.blockReceivedAndDeleted(
        registration, pool,
        new StorageReceivedDeletedBlocks[] {new StorageReceivedDeletedBlocks(storage, received)});
  }

  /** The report of all that it has, to be sent later: a DataNode's work, not the NameNode's. */
  public StorageBlockReport fullReport() {
    return new StorageBlockReport(storage, replicas.report());
  }

  /** Sends a full report and waits until the NameNode has taken it in. */
  public void send(StorageBlockReport report) throws IOException {
    // A lease of 0: the report comes outside of the NameNode's schedule.
    namenode.blockReport(
        registration, pool, new StorageBlockReport[] {report},
        new BlockReportContext(1, 0, ++reports, 0));
  }
}
