package io.okapifs.hdfs.namenode.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.recovery.Forgoing;
import io.okapifs.hdfs.testing.AbandonedFiles;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Files whose writers are gone are closed, and nothing leaks. */
abstract class LeaseRecoveryCases {

  // A repair may be ordered from a node that was just stopped.
  @Cluster(
      dataNodes = 9,
      settings = DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=2")
  static BlockFileCluster cluster;
  static AbandonedFiles files;

  @BeforeAll
  static void prepare() throws Exception {
    files = new AbandonedFiles(cluster);
  }

  @BeforeEach
  void tryOften() {
    waitForSilentNodes(0);
    cluster.mini().getNamesystem().getBlockManager().setBlockRecoveryTimeout(1500);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.mini().setLeasePeriod(
        HdfsConstants.LEASE_SOFTLIMIT_PERIOD, HdfsConstants.LEASE_SOFTLIMIT_PERIOD * 20);
    cluster.restartStopped();
    try {
      // As in HDFS full reports tell, and it may take two, what a node that was away has too much
      // and what is left of streams that were lost and of open files that were deleted.
      files.checkNothingElse(true);
    } finally {
      cluster.deleteFiles();
    }
  }

  static void waitForSilentNodes(long seconds) {
    cluster.mini().getConfiguration(0).setLong(Forgoing.WAIT_KEY, seconds);
  }

  static Path abandoned(int s, String name, byte[] bytes) throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", s);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    Path file = new Path(directory, name);
    files.abandon(file, bytes);
    files.awaitSilence();
    return file;
  }

  /** The node of a block of the last stripe. */
  static DatanodeInfo nodeOfLast(Path file, int index) throws Exception {
    List<LocatedStripedBlock> stripes = cluster.dataStripes(file);
    return BlockFileCluster.nodesByIndex(
        stripes.get(stripes.size() - 1), cluster.layout(file).stripeWidth())[index];
  }

  private static long recoveryId(Path file) throws Exception {
    List<BlockInfo> stripes = files.stripes(file);
    return stripes.get(stripes.size() - 1).getUnderConstructionFeature().getBlockRecoveryId();
  }

  /** Until the NameNode has given up on so many attempts. */
  static void fail(Path file, int attempts) throws Exception {
    for (int i = 0; i <= attempts; i++) {
      long before = recoveryId(file);
      BlockFileCluster.await("attempt " + i, () -> {
        assertThat(cluster.fs().recoverLease(file)).isFalse();
        return recoveryId(file) != before;
      });
    }
  }
}
