package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.NameNodePair;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;

/** A NameNode that reads another one's journal knows of decoupled files what that one knows. */
class StandbyTest extends StandbyCases {

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
}
