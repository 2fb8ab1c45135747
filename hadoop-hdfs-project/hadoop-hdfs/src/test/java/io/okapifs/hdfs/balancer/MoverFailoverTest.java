package io.okapifs.hdfs.balancer;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ClusterEnd;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.NameNodePair;
import io.okapifs.hdfs.tools.EcRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.StorageCounts;
import org.apache.hadoop.hdfs.server.mover.MoverRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mover goes on at the other NameNode. */
class MoverFailoverTest {

  private static final Path DIRECTORY = new Path("/d");
  private static final int FILES = 12;

  /** Six data blocks and two parity groups of two, of RS-3-2. */
  private static final int REPLICAS = FILES * (6 + 2 * 2);

  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set(KeptPorts.VOLUMES_KEY, "DISK,ARCHIVE");
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 0);
    // So that it takes a while.
    conf.setInt(DFSConfigKeys.DFS_DATANODE_BALANCE_MAX_NUM_CONCURRENT_MOVES_KEY, 1);
    cluster = NameNodePair.start(conf, 8);
    fs = NameNodePair.client(cluster, conf);
    String policy = NameNodePair.addPolicy(fs);
    fs.mkdirs(DIRECTORY);
    fs.setErasureCodingPolicy(DIRECTORY, policy + "@2");
    for (int i = 0; i < FILES; i++) {
      try (FSDataOutputStream out = fs.create(file(i))) {
        out.write(bytes(i));
      }
    }
    BlockFileCluster.await("all replicas", () -> replicasOn(0, StorageType.DISK) == REPLICAS);
  }

  private static Path file(int number) {
    return new Path(DIRECTORY, "f" + number);
  }

  private static byte[] bytes(int number) {
    return BlockFileCluster.bytes(6L * BLOCK, number);
  }

  private long replicasOn(int nameNode, StorageType type) {
    return StorageCounts.replicasOn(
        cluster.getNamesystem(nameNode).getBlockManager(), type);
  }

  @AfterEach
  void stop() throws Exception {
    fs.close();
    ClusterEnd.ofLiving(cluster);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Timeout(300)
  void itMovesAllOfTheFiles(boolean kill) throws Exception {
    fs.setStoragePolicy(DIRECTORY, HdfsConstants.COLD_STORAGE_POLICY_NAME);
    CompletableFuture<MoverRun.Outcome> mover =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return MoverRun.run(fs.getConf(), DIRECTORY.toString());
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    BlockFileCluster.await("a move", () -> replicasOn(0, StorageType.ARCHIVE) > 0);

    NameNodePair.change(cluster, 0, kill);

    assertThat(mover.isDone()).as("a failover in the middle").isFalse();
    MoverRun.Outcome outcome = mover.get(4, TimeUnit.MINUTES);
    assertThat(outcome.exitCode()).as("%s", outcome.out()).isZero();
    BlockFileCluster.await("nothing left", () -> replicasOn(1, StorageType.DISK) == 0);
    assertThat(replicasOn(1, StorageType.ARCHIVE)).isEqualTo(REPLICAS);
    for (int i = 0; i < FILES; i++) {
      try (FSDataInputStream in = fs.open(file(i))) {
        assertThat(in.readAllBytes()).isEqualTo(bytes(i));
      }
    }
    EcRun.Outcome verified = EcRun.run(fs.getConf(), "-verify", "-path", DIRECTORY.toString());
    assertThat(verified.exitCode()).as("%s", verified).isZero();
  }
}
