package io.okapifs.bench.driver;

import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;

/** The loss of a DataNode, until every block that it held lies elsewhere. */
final class NodeRecovery {

  private static final long NANOS_MAX = 10L * 60 * 1_000_000_000;
  private static final long NANOS_STILL = 5_000_000_000L;
  private static final long POLL_MILLIS = 20;
  private static final String READ = "ecReconstructionBytesRead";
  private static final String WRITTEN = "ecReconstructionBytesWritten";

  private final MiniDFSCluster cluster;

  NodeRecovery(MiniDFSCluster cluster) {
    this.cluster = cluster;
  }

  /** Waits until every block lies where it shall, once. */
  Map<String, ?> settle() throws Exception {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    await(
        () ->
            isHealed()
                && blocks.getExcessBlocksCount() == 0
                && blocks.getPendingDeletionBlocksCount() == 0);
    return Map.of();
  }

  /** Takes away the node that is longest there; an empty one takes its place afterwards. */
  Map<String, ?> recover() throws Exception {
    settle();
    Loss loss = lose();
    List<DataNode> others = List.copyOf(cluster.getDataNodes());
    long readBefore = NodeCounters.sum(others, READ);
    long writtenBefore = NodeCounters.sum(others, WRITTEN);
    long start = System.nanoTime();
    heal(loss);
    long nanos = System.nanoTime() - start;
    awaitCounted(others, writtenBefore + loss.bytes());
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("nanos", nanos);
    answer.put("lostBytes", loss.bytes());
    answer.put("lostBlocks", loss.blocks());
    answer.put("readBytes", NodeCounters.sum(others, READ) - readBefore);
    answer.put("writtenBytes", NodeCounters.sum(others, WRITTEN) - writtenBefore);
    replace(loss);
    return answer;
  }

  /** A node that was stopped, and the block files on it. */
  record Loss(DataNode node, long bytes, long blocks) {}

  /** Stops the node that is longest there. The NameNode still takes it for live. */
  Loss lose() throws IOException {
    DataNode node = cluster.getDataNodes().get(0);
    Loss loss = new Loss(node, blockBytes(node), replicas(node));
    if (loss.bytes() == 0) {
      throw new IOException("nothing lies on the node to lose: more files are needed");
    }
    cluster.stopDataNode(0);
    return loss;
  }

  /** Tells the NameNode of a loss, and waits until every block lies elsewhere. */
  void heal(Loss loss) throws Exception {
    cluster.setDataNodeDead(loss.node().getDatanodeId());
    await(this::isHealed);
  }

  /**
   * A DataNode counts a repair a moment after the targets have reported it. HDFS knows of one block
   * per node and block group: where it put a second one there, because of the first it had not
   * heard yet, it never misses that.
   */
  private static void awaitCounted(List<DataNode> nodes, long wanted) throws Exception {
    long counted = -1;
    long since = System.nanoTime();
    while (counted < wanted && System.nanoTime() - since < NANOS_STILL) {
      long now = NodeCounters.sum(nodes, WRITTEN);
      since = now == counted ? since : System.nanoTime();
      counted = now;
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Starts an empty node in the emptied folder of the lost one; others use all other folders. */
  void replace(Loss loss) throws IOException {
    Configuration conf = new Configuration(loss.node().getConf());
    for (String folder : conf.getTrimmedStrings(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY)) {
      File file = new File(StorageLocation.parse(folder).getUri());
      if (!FileUtil.fullyDelete(file)) {
        throw new IOException("cannot delete the blocks of the lost node: folder=" + file);
      }
    }
    cluster.startDataNodes(conf, 1, false, StartupOption.REGULAR, null);
    cluster.waitActive();
  }

  /** Has every node report all that it has. */
  Map<String, ?> reportAll() throws Exception {
    cluster.triggerBlockReports();
    return Map.of(
        "replicas", cluster.getDataNodes().stream().mapToLong(this::replicas).sum());
  }

  private long replicas(DataNode node) {
    return node.getFSDataset().getBlockReports(cluster.getNamesystem().getBlockPoolId()).values()
        .stream()
        .mapToLong(BlockListAsLongs::getNumberOfBlocks)
        .sum();
  }

  private long blockBytes(DataNode node) {
    long bytes = 0;
    String pool = cluster.getNamesystem().getBlockPoolId();
    for (BlockListAsLongs blocks : node.getFSDataset().getBlockReports(pool).values()) {
      for (BlockReportReplica block : blocks) {
        bytes += block.getNumBytes();
      }
    }
    return bytes;
  }

  /** Asks the queues themselves: the counters that are public are those of the last round. */
  private boolean isHealed() {
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    BlockManagerTestUtil.updateState(blocks);
    return blocks.getLowRedundancyBlocksCount() + blocks.getPendingReconstructionBlocksCount() == 0;
  }

  /** Something that becomes true. */
  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  private void await(Condition condition) throws Exception {
    long begin = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - begin > NANOS_MAX) {
        BlockManager blocks = cluster.getNamesystem().getBlockManager();
        throw new TimeoutException(
            "not recovered: lowRedundancy=" + blocks.getLowRedundancyBlocksCount() + ", pending="
                + blocks.getPendingReconstructionBlocksCount());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
