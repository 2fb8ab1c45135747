package io.okapifs.hdfs.namenode.health;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A block whose checksum file is gone is rebuilt. Its node reports it with the generation stamp 0
 * after a scan, and is told to delete it at once.
 */
class ForgottenMemberTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int N = 5;
  private static final byte[] BYTES = BlockFileCluster.bytes(3L * BLOCK, 36);

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;

  @AfterEach
  void switchOn() {
    switchFix(true);
  }

  private static void switchFix(boolean on) {
    cluster.mini().getNamesystem().getBlockManager().getDatanodeManager()
        .getHostConfigManager().getConf().setBoolean(UpstreamFix.FORGOTTEN_MEMBER.key(), on);
  }

  private static Path write(Path directory, String name) throws IOException {
    Path file = new Path(directory, name);
    cluster.write(file, BYTES);
    return file;
  }

  /** Deletes the checksum file, and has the node notice and tell. */
  private static void loseChecksums(Replica replica) throws IOException {
    DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
    Files.delete(cluster.checksumFile(replica).toPath());
    DataNodeTestUtils.runDirectoryScanner(node);
    DataNodeTestUtils.triggerBlockReport(node);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3, 4})
  void aMemberOfADecoupledFileIsRebuilt(int member) throws Exception {
    Path file = write(cluster.directory(POLICY, 2), "file" + member);
    cluster.awaitParityGroups(file, cluster.layout(file).groupCount(BYTES.length), 2);
    loseChecksums(cluster.member(file, 0, member));
    HealthChecks.awaitWhole(cluster, file, BYTES);
    HealthChecks.assertHealthy(cluster, file);
  }

  private static Replica blockOfCoupled(Path file, int index) throws Exception {
    cluster.awaitCoupled(file);
    return cluster.blockOf(cluster.dataStripes(file).get(0), index);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aBlockOfACoupledFileIsRebuilt(int index) throws Exception {
    Path file = write(cluster.coupledDirectory(POLICY), "file" + index);
    loseChecksums(blockOfCoupled(file, index));
    cluster.awaitCoupled(file);
    HealthChecks.assertHealthy(cluster);
    assertThat(cluster.read(file)).isEqualTo(BYTES);
  }

  /** Until the NameNode starts again. */
  @Test
  void withoutTheCorrectionNobodyMissesABlockOfACoupledFile() throws Exception {
    switchFix(false);
    Path file = write(cluster.coupledDirectory(POLICY), "forgotten");
    Replica replica = blockOfCoupled(file, 3);
    loseChecksums(replica);
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    BlockInfo group = blocks.getStoredBlock(replica.block().getLocalBlock());
    BlockFileCluster.await("the report", () -> group.numNodes() == N - 1);
    assertThat(blocks.getLowRedundancyBlocksCount()).isZero();
    assertThat(blocks.getPendingReconstructionBlocksCount()).isZero();
    switchFix(true);
    cluster.restartNameNode();
    cluster.awaitCoupled(file);
  }
}
