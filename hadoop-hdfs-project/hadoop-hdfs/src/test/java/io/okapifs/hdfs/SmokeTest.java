package io.okapifs.hdfs;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A look into each room, on one cluster: what {@code scripts/test --quick} runs of all clusters. */
class SmokeTest {

  private static final String RS = "RS-3-2-64k";
  private static final int K = 3;
  private static final int R = 2;

  @Cluster(dataNodes = 9, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;
  private static String less;
  private static Transitions transitions;

  @BeforeAll
  static void addPolicy() throws Exception {
    less = cluster.addPolicy("LESS2-4-2");
    transitions = new Transitions(cluster, less, () -> {});
  }

  private static byte[] write(Path file, long length) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(length, length);
    cluster.write(file, bytes);
    return bytes;
  }

  @Nested
  class Writing {

    @Test
    void everyBlockOfDataAndParityHoldsWhatTheOracleSays() throws Exception {
      for (int stripeWidth : new int[] {1, 2, 5}) {
        Path file = new Path(cluster.directory(RS, stripeWidth), "written");
        cluster.checkBlocks(file, write(file, 7L * BLOCK + CELL + 7));
      }
    }

    @Test
    void aCodeWithSubBlocksAsWell() throws Exception {
      Path file = new Path(cluster.directory(less, 4), "written");
      cluster.checkBlocks(file, write(file, 5L * BLOCK + 1));
    }
  }

  @Nested
  class Namespace {

    @Test
    void filesAreTheSameAfterRestartsFromJournalAndImage() throws Exception {
      Path file = new Path(cluster.directory(RS, 2), "kept");
      byte[] bytes = write(file, 4L * BLOCK + 3);
      List<String> before = describe(file);
      cluster.restartNameNode();
      assertThat(describe(file)).isEqualTo(before);
      cluster.saveNamespace();
      cluster.restartNameNode();
      assertThat(describe(file)).isEqualTo(before);
      cluster.checkBlocks(file, bytes);
    }

    private List<String> describe(Path file) throws IOException {
      FSNamesystem namesystem = cluster.mini().getNamesystem();
      return BlockFileCluster.describe(namesystem, file);
    }
  }

  @Nested
  class Reading {

    @Test
    void aFileIsReadAroundAsManyLossesAsItsCodeSurvives() throws Exception {
      for (String policy : List.of(RS, less)) {
        Path file = new Path(cluster.directory(policy, K), "degraded");
        byte[] bytes = write(file, 4L * BLOCK + 9);
        cluster.awaitParityGroups(file, cluster.layout(file).groupCount(bytes.length), R);
        BlockFileCluster.failRepairs();
        try {
          cluster.delete(cluster.member(file, 0, 0));
          cluster.delete(cluster.member(file, 0, 2));
          assertThat(cluster.read(file)).as(policy).isEqualTo(bytes);
        } finally {
          BlockFileCluster.allowRepairs();
        }
      }
    }
  }

  @Nested
  class Repairing {

    @Test
    void lostDataAndParityAreRebuilt() throws Exception {
      for (String policy : List.of(RS, less)) {
        Path file = new Path(cluster.directory(policy, K), "rebuilt");
        byte[] bytes = write(file, 4L * BLOCK + 9);
        HealthChecks.awaitWhole(cluster, file, bytes);
        int parity = cluster.layout(file).policy().k();
        cluster.reportCorrupt(
            List.of(cluster.member(file, 0, 1), cluster.member(file, 0, parity)));
        HealthChecks.awaitWhole(cluster, file, bytes);
      }
    }
  }

  @Nested
  class Recovering {

    @Test
    void aFileWhoseWriterDiedIsClosedAndProtected() throws Exception {
      Path file = new Path(cluster.directory(RS, 2), "abandoned");
      byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 4 * CELL, 2);
      FSDataOutputStream out = cluster.create(file);
      out.write(bytes);
      BlockFileCluster.await("last stripe begun", () -> cluster.isLastStripeBegun(file));
      DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
      BlockFileCluster.await("file closed", () -> cluster.fs().recoverLease(file));
      int length = (int) cluster.fs().getFileStatus(file).getLen();
      assertThat(length).isGreaterThanOrEqualTo(4 * BLOCK);
      List<LocatedStripedBlock> groups =
          cluster.awaitParityGroups(file, cluster.layout(file).groupCount(length), R);
      assertThat(groups).isNotEmpty();
      cluster.checkBlocks(file, Arrays.copyOf(bytes, length));
    }
  }

  @Nested
  class Changing {

    @Test
    void aFileGetsAnotherCodeAndItsDataStaysInPlace() throws Exception {
      Path file = new Path(cluster.directory(RS, 4), "changed");
      byte[] bytes = write(file, 6L * BLOCK + 5);
      HealthChecks.awaitWhole(cluster, file, bytes);
      transitions.run(file, "RS-6-3-64k");
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
      HealthChecks.awaitWhole(cluster, file, bytes);
      assertThat(cluster.read(file)).isEqualTo(bytes);
    }
  }

  @Nested
  class Looking {

    @Test
    void verifyLayoutAndFsckSayThatAFileIsWell() throws Exception {
      Path file = new Path(cluster.directory(RS, 3), "seen");
      byte[] bytes = write(file, 5L * BLOCK);
      HealthChecks.awaitWhole(cluster, file, bytes);
      HealthChecks.assertHealthy(cluster, file);
      EcRun.Outcome outcome =
          EcRun.run(cluster.fs().getConf(), "-verify", "-path", file.toString());
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      assertThat(outcome.out().get(0)).contains("bad: 0, unreachable: 0, unverified: 0");
    }
  }
}
