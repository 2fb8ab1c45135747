package io.okapifs.bench.own;

import io.okapifs.bench.driver.ChildLoop;
import io.okapifs.bench.driver.Intervals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;

/** The NameNode and the client of a cluster whose DataNodes are processes of their own. */
public final class RepairTimeDriver {

  private static final String ANY_ADDRESS = "0.0.0.0";

  private final Map<String, List<GroupFile>> files = new LinkedHashMap<>();
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  private RepairTimeDriver() {}

  public static void main(String[] args) throws Exception {
    RepairTimeDriver driver = new RepairTimeDriver();
    ChildLoop.serve(driver::handle, () -> driver.cluster);
  }

  private Map<String, ?> handle(String[] words) throws Exception {
    return switch (words[0]) {
      case "start" -> start();
      case "await-nodes" -> awaitNodes(Integer.parseInt(words[1]));
      case "write" -> write(words);
      case "repair" -> repair(words[1], Integer.parseInt(words[2]));
      case "blocks" -> Map.of("blocks", node(words[1]).numBlocks());
      case "die" -> die(words[1]);
      case "settle" -> settle();
      case "verify" -> verify(words[1]);
      case "delete" -> delete(words[1]);
      default -> throw new IllegalArgumentException("unknown command: " + words[0]);
    };
  }

  private Map<String, ?> start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_RPC_BIND_HOST_KEY, ANY_ADDRESS);
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_DATANODE_REGISTRATION_IP_HOSTNAME_CHECK_KEY, false);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    Intervals.configure(conf);
    // So long a node that was to get a block is kept from others, and a copy that failed is missed.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 60);
    // All nodes are one machine: which of them is loaded says nothing.
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    fs = cluster.getFileSystem();
    return Map.of("port", cluster.getNameNodePort());
  }

  private DatanodeManager nodes() {
    return cluster.getNamesystem().getBlockManager().getDatanodeManager();
  }

  /** Live ones that have reported what they hold. */
  private Map<String, ?> awaitNodes(int count) throws Exception {
    Polling.await(
        count + " DataNodes live",
        () -> {
          List<DatanodeDescriptor> live = new ArrayList<>();
          nodes().fetchDatanodes(live, null, false);
          return live.stream().filter(DatanodeDescriptor::checkBlockReportReceived).count()
              == count;
        });
    return Map.of();
  }

  /** Name of the files, codec, k, r, cell size, block size, seed of the content, files. */
  private Map<String, ?> write(String[] words) throws Exception {
    Path folder = folder(words[1]);
    ErasureCodingPolicy policy =
        GroupFile.newFolder(
            fs, folder, words[2], Integer.parseInt(words[3]), Integer.parseInt(words[4]),
            Integer.parseInt(words[5]));
    List<GroupFile> written = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(words[8]); i++) {
      written.add(
          GroupFile.write(
              fs, policy, new Path(folder, "f" + i), Long.parseLong(words[6]),
              Long.parseLong(words[7]) + i));
    }
    files.put(words[1], written);
    return Map.of("policy", policy.getName());
  }

  private static Path folder(String name) {
    return new Path("/" + name);
  }

  /** Has one member of the first file rebuilt. */
  private Map<String, ?> repair(String name, int member) throws Exception {
    GroupFile.Replica lost = files.get(name).get(0).repair(member).get(0);
    return Map.of("blockId", lost.block().getBlockId());
  }

  private DatanodeDescriptor node(String transferAddress) {
    int colon = transferAddress.lastIndexOf(':');
    return nodes()
        .getDatanodeByXferAddr(
            transferAddress.substring(0, colon),
            Integer.parseInt(transferAddress.substring(colon + 1)));
  }

  /** Takes a node for dead, and waits until whatever it held lies elsewhere. */
  private Map<String, ?> die(String transferAddress) throws Exception {
    DatanodeDescriptor node = node(transferAddress);
    int blocks = node.numBlocks();
    cluster.setDataNodeDead(node);
    Polling.await("recovery of " + node, this::isHealed);
    return Map.of("blocks", blocks);
  }

  private boolean isHealed() {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    BlockManagerTestUtil.updateState(blocks);
    return blocks.getLowRedundancyBlocksCount() + blocks.getPendingReconstructionBlocksCount() == 0;
  }

  /** Until nothing is left to repair and to delete. */
  private Map<String, ?> settle() throws Exception {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    Polling.await(
        "rest",
        () ->
            isHealed()
                && blocks.getExcessBlocksCount() == 0
                && blocks.getPendingDeletionBlocksCount() == 0);
    return Map.of();
  }

  private Map<String, ?> verify(String name) throws Exception {
    TreeSet<String> wrong = new TreeSet<>();
    for (GroupFile file : files.get(name)) {
      wrong.addAll(file.wrong());
    }
    return Map.of("wrong", wrong);
  }

  private Map<String, ?> delete(String name) throws Exception {
    files.remove(name);
    fs.delete(folder(name), true);
    return settle();
  }
}
