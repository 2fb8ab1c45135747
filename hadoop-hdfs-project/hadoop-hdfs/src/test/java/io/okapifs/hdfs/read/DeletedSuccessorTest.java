package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.nio.file.Files;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HeldDeletions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A DataNode is told to delete a replica, and gets another one of the same block before its disk has
 * deleted the files of the first.
 */
class DeletedSuccessorTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final byte[] BYTES = BlockFileCluster.bytes(3L * BLOCK, 37);

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;

  private static Path write(boolean decoupled, String name) throws Exception {
    Path file =
        new Path(
            decoupled ? cluster.directory(POLICY, 2) : cluster.coupledDirectory(POLICY), name);
    cluster.write(file, BYTES);
    if (decoupled) {
      cluster.awaitParityGroups(file, cluster.layout(file).groupCount(BYTES.length), 2);
    } else {
      cluster.awaitCoupled(file);
    }
    return file;
  }

  private static DataNode nodeOf(Replica replica) {
    return cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node()));
  }

  /**
   * Deletes a replica and gets another one, with the files of the first still there.
   *
   * @return of the second, whether its block file is there afterwards, and its checksums
   */
  private static boolean[] replace(Replica replica, boolean corrected) throws Exception {
    DataNode node = nodeOf(replica);
    node.getConf().setBoolean(UpstreamFix.DELETED_SUCCESSOR.key(), corrected);
    byte[] bytes = Files.readAllBytes(cluster.blockFile(replica).toPath());
    byte[] checksums = Files.readAllBytes(cluster.checksumFile(replica).toPath());
    ExtendedBlock block = new ExtendedBlock(replica.block());
    String file = cluster.blockFile(replica).getPath();
    String sums = cluster.checksumFile(replica).getPath();
    try (HeldDeletions held = new HeldDeletions(node)) {
      node.getFSDataset().invalidate(
          block.getBlockPoolId(), new Block[] {block.getLocalBlock()});
      HeldDeletions.receive(node, block, bytes, checksums);
      DataNodeTestUtils.triggerDeletionReport(node);
      held.release();
    } finally {
      node.getConf().unset(UpstreamFix.DELETED_SUCCESSOR.key());
    }
    DataNodeTestUtils.triggerDeletionReport(node);
    return new boolean[] {
      Files.exists(java.nio.file.Path.of(file)), Files.exists(java.nio.file.Path.of(sums))
    };
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theNewReplicaKeepsItsFilesAndIsKnown(boolean decoupled) throws Exception {
    Path file = write(decoupled, "kept");
    Replica replica = cluster.blockOf(cluster.dataStripes(file).get(0), 1);
    assertThat(replace(replica, true)).containsExactly(true, true);
    assertThat(cluster.blockOf(cluster.dataStripes(file).get(0), 1).node())
        .isEqualTo(replica.node());
    assertThat(cluster.read(file)).isEqualTo(BYTES);
    assertThat(HeldDeletions.leftBy(nodeOf(replica))).isEmpty();
  }

  /** As in HDFS, also for a file in HDFS's own layout. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutTheCorrectionItLosesThem(boolean decoupled) throws Exception {
    BlockFileCluster.failRepairs();
    try {
      Path file = write(decoupled, "lost");
      Replica replica = cluster.blockOf(cluster.dataStripes(file).get(0), 1);
      assertThat(replace(replica, false)).containsExactly(false, false);
    } finally {
      BlockFileCluster.allowRepairs();
    }
  }

  @Test
  void whatHasNoSuccessorIsDeletedAndTold() throws Exception {
    Path file = write(true, "deleted");
    Replica replica = cluster.blockOf(cluster.dataStripes(file).get(0), 1);
    DataNode node = nodeOf(replica);
    BlockFileCluster.failRepairs();
    try {
      node.getFSDataset().invalidate(
          replica.block().getBlockPoolId(), new Block[] {replica.block().getLocalBlock()});
      BlockFileCluster.await(
          "the deletion to be known",
          () -> cluster.blockOf(cluster.dataStripes(file).get(0), 1).node() == null);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    assertThat(HeldDeletions.leftBy(node)).isEmpty();
    HealthChecks.awaitWhole(cluster, file, BYTES);
  }
}
