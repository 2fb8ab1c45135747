package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.layout.ParityRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A NameNode that reads another one's journal knows of decoupled files what that one knows. */
class StandbyTest {

  private static final Path DIRECTORY = new Path("/decoupled");

  @TempDir private java.nio.file.Path folder;

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    conf.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.setInt(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, 1);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY, 0);
    cluster = KeptPorts.pair(conf, 8).build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    fs = (DistributedFileSystem) HATestUtil.configureFailoverFs(cluster, conf);
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("rs", 3, 2), CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
    fs.enableErasureCodingPolicy(policy.getName());
    fs.mkdirs(DIRECTORY);
    BlockFileCluster.failRepairs();
  }

  @AfterEach
  void stop() throws IOException {
    BlockFileCluster.allowRepairs();
    fs.close();
    ClusterEnd.ofLiving(cluster);
  }

  @Test
  void openFileWithAFailedParityStreamIsContinuedByTheStandby() throws Exception {
    fs.setErasureCodingPolicy(DIRECTORY, "RS-3-2-64k@2");
    fs.setQuota(DIRECTORY, Long.MAX_VALUE - 1, 1L << 40);
    Path file = new Path(DIRECTORY, "open");
    byte[] bytes = BlockFileCluster.bytes(21L * BLOCK + 5, 1);
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, BLOCK)) {
      out.write(bytes, 0, 14 * BLOCK + 4 * CELL);
      BlockFileCluster.await("parity of the open group", () -> parityGroups(file, 10).size() == 5);
      long before = generationStampOfLastParity(file);
      stop(parityGroups(file, 10).get(4).getLocations()[0]);
      out.write(bytes, 14 * BLOCK + 4 * CELL, 2 * CELL);
      BlockFileCluster.await("new generation stamp of the open parity",
          () -> generationStampOfLastParity(file) > before);
      List<String> onActive = describe(0, file);
      assertThat(onActive).anyMatch(entry -> entry.contains("parity complete"))
          .anyMatch(entry -> entry.contains("parity open"));
      HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(0), cluster.getNameNode(1));
      assertThat(describe(1, file)).isEqualTo(onActive);

      cluster.transitionToStandby(0);
      cluster.transitionToActive(1);
      int rest = 14 * BLOCK + 6 * CELL;
      out.write(bytes, rest, bytes.length - rest);
    }
    assertThat(read(file)).isEqualTo(bytes);
    assertThat(fs.getQuotaUsage(DIRECTORY).getSpaceConsumed())
        .isEqualTo(fs.getContentSummary(DIRECTORY).getSpaceConsumed());
    HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(1), cluster.getNameNode(0));
    assertThat(describe(0, file)).isEqualTo(describe(1, file)).hasSize(11 + 8);
    assertThat(describe(0, file)).noneMatch(entry -> entry.contains("parity open"));
  }

  /** The standby learns it from the journal, and again from the image that it wrote itself. */
  @Test
  void aPolicyWiderThanABlockGroupIsKnownToTheStandby() throws Exception {
    ErasureCodingPolicy wide = new ErasureCodingPolicy(new ECSchema("rs", 30, 3), CELL);
    fs.addErasureCodingPolicies(new ErasureCodingPolicy[] {wide});
    fs.enableErasureCodingPolicy(wide.getName());
    fs.setErasureCodingPolicy(DIRECTORY, wide.getName() + "@6");
    Path file = new Path(DIRECTORY, "wide");
    byte[] bytes = BlockFileCluster.bytes(2L * BLOCK, 30);
    write(file, bytes);
    List<String> onActive = describe(0, file);
    HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(0), cluster.getNameNode(1));
    NameNodeAdapter.enterSafeMode(cluster.getNameNode(1), false);
    NameNodeAdapter.saveNamespace(cluster.getNameNode(1));
    NameNodePair.restartStandby(cluster, 1);
    cluster.waitActive(1);
    HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(0), cluster.getNameNode(1));
    assertThat(describe(1, file)).isEqualTo(onActive);
    cluster.transitionToStandby(0);
    cluster.transitionToActive(1);
    assertThat(read(file)).isEqualTo(bytes);
    assertThat(fs.getErasureCodingPolicy(DIRECTORY).getName()).isEqualTo("RS-30-3-64k@6");
  }

  @Test
  void aFileWhoseWriterDiedIsClosedByTheNameNodeThatTakesOver() throws Exception {
    fs.setErasureCodingPolicy(DIRECTORY, "RS-3-2-64k@3");
    fs.setQuota(DIRECTORY, Long.MAX_VALUE - 1, 1L << 40);
    Path file = new Path(DIRECTORY, "abandoned");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 8 * CELL, 1);
    FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, BLOCK);
    out.write(bytes);
    out.flush();
    BlockFileCluster.await("second stripe", () -> stripes(file).size() == 2);
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    // Without its first block nothing of the stripe can be kept: the node is waited for.
    DataNodeProperties away =
        cluster.stopDataNode(
            cluster.getDataNodes().indexOf(nodeOf(stripes(file).get(1).getLocations()[0])));
    assertThat(fs.recoverLease(file)).isFalse();
    HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(0), cluster.getNameNode(1));
    cluster.transitionToStandby(0);
    cluster.transitionToActive(1);
    assertThat(fs.recoverLease(file)).isFalse();
    cluster.restartDataNode(away, true);
    cluster.waitActive();
    cluster.getNamesystem(1).getBlockManager().setBlockRecoveryTimeout(1500);
    BlockFileCluster.await("closed", () -> fs.recoverLease(file));

    int length = Math.toIntExact(fs.getFileStatus(file).getLen());
    assertThat(length).isBetween(3 * BLOCK, bytes.length);
    assertThat(read(file)).isEqualTo(Arrays.copyOf(bytes, length));
    assertThat(fs.getQuotaUsage(DIRECTORY).getSpaceConsumed())
        .isEqualTo(fs.getContentSummary(DIRECTORY).getSpaceConsumed());
    HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(1), cluster.getNameNode(0));
    assertThat(describe(0, file)).isEqualTo(describe(1, file));
    assertThat(describe(0, file)).noneMatch(entry -> entry.contains("parity open"));
  }

  private List<LocatedBlock> stripes(Path file) throws IOException {
    return fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  @Test
  void standbyInSafeModeCountsWhatIsReadableThroughLossesAndDeletions() throws Exception {
    fs.setErasureCodingPolicy(DIRECTORY, "RS-3-2-64k@3");
    // More nodes than there will ever be: safe mode counts, and stays.
    cluster.getConfiguration(1).setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY, 99);
    Path file = new Path(DIRECTORY, "counted");
    write(file, BlockFileCluster.bytes(3L * BLOCK, 1));
    LocatedStripedBlock parity = awaitParity(file);
    LocatedStripedBlock stripe =
        (LocatedStripedBlock) fs.getClient().getLocatedBlocks(file.toString(), 0).get(0);
    NameNodePair.restartStandby(cluster, 1);
    awaitSafe(2, 2);

    invalidate(parity, 0);
    invalidate(parity, 1);
    // Whole data needs no parity to be read.
    awaitReplicas(file, 3);
    awaitSafe(2, 2);
    invalidate(stripe, 1);
    awaitSafe(0, 2);

    fs.delete(file, false);
    awaitSafe(0, 0);
    write(file, BlockFileCluster.bytes(3L * BLOCK, 2));
    awaitSafe(2, 2);
    fs.delete(file, false);
    awaitSafe(0, 0);
    assertThat(cluster.getNamesystem(1).isInSafeMode()).isTrue();
  }

  /** One replica is lost; those on nodes that leave suffice. */
  @ParameterizedTest
  @CsvSource({
    ", 1, true, 1",
    "RS-3-2-64k, 2, true, 1",
    "RS-3-2-64k@3, 2, true, 2",
    ", 1, false, 0",
    "RS-3-2-64k, 2, false, 0"
  })
  void standbyInSafeModeCountsWhatNodesHaveThatLeave(
      String policy, int leaving, boolean corrected, int safe) throws Exception {
    BlockManagerTestUtil.stopRedundancyThread(cluster.getNamesystem(0).getBlockManager());
    if (policy != null) {
      fs.setErasureCodingPolicy(DIRECTORY, policy);
    }
    Path file = new Path(DIRECTORY, "leaving");
    write(file, BlockFileCluster.bytes(BLOCK, 1));
    int total = blocks(0, file).length;
    BlockFileCluster.await(
        "replicas", () -> stripes(file).get(0).getLocations().length > leaving);
    LocatedBlock block = stripes(file).get(0);
    Configuration conf = cluster.getConfiguration(1);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY, 99);
    conf.setBoolean(UpstreamFix.SAFE_MODE_COUNT.key(), corrected);
    conf.set(DFSConfigKeys.DFS_HOSTS_EXCLUDE, listOf(block.getLocations(), leaving).toString());
    // It starts with the file, and hears of the blocks then.
    NameNodePair.restartStandby(cluster, 1);
    awaitSafe(total, total);
    awaitReplicas(file, policy == null ? 2 : 5);

    invalidate(block, leaving);
    awaitSafe(safe, total);
    if (corrected) {
      fs.delete(file, false);
      awaitSafe(0, 0);
    }
  }

  private java.nio.file.Path listOf(DatanodeInfo[] nodes, int count) throws IOException {
    return Files.write(
        folder.resolve("leaving"),
        Arrays.stream(nodes).limit(count).map(DatanodeInfo::getXferAddr).toList());
  }

  @Test
  void dataThatIsLostWhenTheStandbyTakesOverIsRebuiltByIt() throws Exception {
    fs.setErasureCodingPolicy(DIRECTORY, "RS-3-2-64k@3");
    Path file = new Path(DIRECTORY, "lost");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 4);
    write(file, bytes);
    LocatedStripedBlock parity = awaitParity(file);
    LocatedStripedBlock stripe =
        (LocatedStripedBlock) fs.getClient().getLocatedBlocks(file.toString(), 0).get(0);
    HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(0), cluster.getNameNode(1));
    awaitReplicas(file, 5);
    BlockFileCluster.failRepairs();
    invalidate(parity, 0);
    invalidate(stripe, 1);
    awaitReplicas(file, 3);
    cluster.transitionToStandby(0);
    cluster.transitionToActive(1);
    BlockFileCluster.allowRepairs();
    awaitReplicas(file, 5);
    assertThat(fs.getClient().getLocatedBlocks(file.toString(), 0).get(0).getLocations())
        .hasSize(3);
    assertThat(read(file)).isEqualTo(bytes);
  }

  private void awaitSafe(int safe, int total) throws Exception {
    String tip = "(?s).*The reported blocks " + safe + " (needs|has).* of total blocks " + total
        + "\\..*";
    String[] last = {""};
    try {
      BlockFileCluster.await(tip, () -> {
        HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(0), cluster.getNameNode(1));
        last[0] = cluster.getNamesystem(1).getSafemode();
        return last[0].matches(tip);
      });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", last=" + last[0], e);
    }
  }

  private void awaitReplicas(Path file, int count) throws Exception {
    BlockFileCluster.await("replicas known to the standby", () -> {
      int known = 0;
      for (BlockInfo block : blocks(1, file)) {
        known += block.numNodes();
      }
      return known == count;
    });
  }

  private void invalidate(LocatedBlock group, int position) throws IOException {
    DataNode node = nodeOf(group.getLocations()[position]);
    Block block = new Block(group.getBlock().getLocalBlock());
    if (group instanceof LocatedStripedBlock striped) {
      block.setBlockId(block.getBlockId() + striped.getBlockIndices()[position]);
    }
    node.getFSDataset().invalidate(group.getBlock().getBlockPoolId(), new Block[] {block});
  }

  private LocatedStripedBlock awaitParity(Path file) throws Exception {
    BlockFileCluster.await("both parities",
        () -> parityGroups(file, 1).get(0).getLocations().length == 2);
    return parityGroups(file, 1).get(0);
  }

  private List<LocatedStripedBlock> parityGroups(Path file, int count) throws IOException {
    List<LocatedStripedBlock> groups = new ArrayList<>();
    for (LocatedBlock group : fs.getClient().getNamenode()
        .getBlockLocations(file.toString(), ParityRequests.listingOffset(0), count)
        .getLocatedBlocks()) {
      groups.add((LocatedStripedBlock) group);
    }
    return groups;
  }

  private long generationStampOfLastParity(Path file) throws IOException {
    List<LocatedStripedBlock> groups = parityGroups(file, 100);
    return groups.get(groups.size() - 1).getBlock().getGenerationStamp();
  }

  private void stop(DatanodeInfo node) throws IOException {
    DataNode victim = nodeOf(node);
    DataNodeTestUtils.triggerHeartbeat(victim);
    DataNodeTestUtils.triggerHeartbeat(victim);
    cluster.stopDataNode(cluster.getDataNodes().indexOf(victim));
  }

  private DataNode nodeOf(DatanodeInfo node) {
    return cluster.getDataNodes().stream()
        .filter(running -> running.getXferPort() == node.getXferPort())
        .findFirst().orElseThrow();
  }

  private List<String> describe(int namenode, Path file) throws IOException {
    return BlockFileCluster.describe(cluster.getNamesystem(namenode), file);
  }

  private BlockInfo[] blocks(int namenode, Path file) throws IOException {
    return BlockFileCluster.blocks(cluster.getNamesystem(namenode), file);
  }

  private void write(Path file, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 2, BLOCK)) {
      out.write(bytes);
    }
  }

  private byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }
}
