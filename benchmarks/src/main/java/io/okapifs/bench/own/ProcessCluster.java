package io.okapifs.bench.own;

import io.okapifs.bench.driver.Intervals;
import io.okapifs.bench.driver.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;

/** NameNode and client of a cluster whose DataNodes are processes of their own. */
final class ProcessCluster {

  private static final String ANY_ADDRESS = "0.0.0.0";

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private int nodeCount;

  /** Carries out the commands that every driver of such a cluster takes. */
  Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "start" -> Map.of("port", start(words));
      case "await-nodes" -> {
        awaitNodes(Integer.parseInt(words[1]));
        yield Map.of();
      }
      case "settle" -> {
        settle();
        yield Map.of();
      }
      case "take-for-dead" -> {
        die(node(words[1]));
        yield Map.of();
      }
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  /** Starts the NameNode with settings as KEY=VALUE, and tells the port for DataNodes. */
  private int start(String[] words) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_RPC_BIND_HOST_KEY, ANY_ADDRESS);
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_DATANODE_REGISTRATION_IP_HOSTNAME_CHECK_KEY, false);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    Intervals.configure(conf);
    // So long a node that was to get a block is kept from others, and a copy that failed is missed.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 60);
    // All nodes are one machine: which of them is loaded says nothing.
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
    Settings.set(conf, words, 1);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    fs = cluster.getFileSystem();
    return cluster.getNameNodePort();
  }

  /** Null before it was started. */
  MiniDFSCluster mini() {
    return cluster;
  }

  DistributedFileSystem fs() {
    return fs;
  }

  /** DataNodes that were last waited for. */
  int nodeCount() {
    return nodeCount;
  }

  private BlockManager blocks() {
    return cluster.getNamesystem().getBlockManager();
  }

  private DatanodeManager nodes() {
    return blocks().getDatanodeManager();
  }

  /** Live ones that have reported what they hold. */
  private void awaitNodes(int count) throws Exception {
    nodeCount = count;
    Polling.await(
        count + " DataNodes live",
        () -> {
          List<DatanodeDescriptor> live = new ArrayList<>();
          nodes().fetchDatanodes(live, null, false);
          return live.stream().filter(DatanodeDescriptor::checkBlockReportReceived).count()
              == count;
        });
  }

  /**
   * A DataNode.
   *
   * @param transferAddress as in 127.0.0.1:9866
   */
  DatanodeDescriptor node(String transferAddress) {
    int colon = transferAddress.lastIndexOf(':');
    return nodes()
        .getDatanodeByXferAddr(
            transferAddress.substring(0, colon),
            Integer.parseInt(transferAddress.substring(colon + 1)));
  }

  /** Takes a node for dead at once. */
  void die(DatanodeDescriptor node) throws IOException {
    cluster.setDataNodeDead(node);
  }

  /** Whether nothing is left to repair. */
  boolean isHealed() {
    BlockManagerTestUtil.updateState(blocks());
    return blocks().getLowRedundancyBlocksCount() + blocks().getPendingReconstructionBlocksCount()
        == 0;
  }

  /** Until nothing is left to repair and to delete. */
  void settle() throws Exception {
    Polling.await(
        "rest",
        () ->
            isHealed()
                && blocks().getExcessBlocksCount() == 0
                && blocks().getPendingDeletionBlocksCount() == 0);
  }
}
