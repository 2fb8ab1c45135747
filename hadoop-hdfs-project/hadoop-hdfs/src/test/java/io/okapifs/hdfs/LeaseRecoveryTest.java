package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file whose writer died is closed with a prefix of what was written and parity of that only. */
class LeaseRecoveryTest {

  private static final int R = 2;

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new BlockFileCluster(6);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"1, 7", "2, 9", "3, 3", "5, 11"})
  void recoveredFileIsAPrefixWithParityOfItOrNoneBeforeAndAfterRestart(
      int stripeWidth, int blocks) throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", stripeWidth);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    Path file = new Path(directory, "abandoned");
    byte[] written =
        BlockFileCluster.bytes((long) blocks * BLOCK + 2L * stripeWidth * CELL, stripeWidth);
    FSDataOutputStream out = cluster.create(file);
    out.write(written);
    BlockFileCluster.await("last stripe begun on its nodes", () -> cluster.isLastStripeBegun(file));
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());

    BlockFileCluster.await("file closed", () -> cluster.fs().recoverLease(file));

    long length = checkFile(file, written);
    assertThat(length).isGreaterThanOrEqualTo((long) blocks / stripeWidth * stripeWidth * BLOCK);
    checkSpace(directory);
    cluster.restartNameNode();
    assertThat(checkFile(file, written)).isEqualTo(length);
    checkSpace(directory);
    cluster.saveNamespace();
    cluster.restartNameNode();
    assertThat(checkFile(file, written)).isEqualTo(length);
    checkSpace(directory);
  }

  private static long checkFile(Path file, byte[] written) throws Exception {
    int length = Math.toIntExact(cluster.fs().getFileStatus(file).getLen());
    assertThat(length).isLessThanOrEqualTo(written.length);
    byte[] bytes = Arrays.copyOf(written, length);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    FileLayout layout = cluster.layout(file);
    List<LocatedStripedBlock> groups = cluster.parityGroups(file, 100);
    assertThat(groups).hasSize((int) layout.groupCount(length));
    BlockOracle oracle = new BlockOracle(layout, bytes);
    for (int g = 0; g < groups.size(); g++) {
      DatanodeInfo[] nodes = BlockFileCluster.nodesByIndex(groups.get(g), R);
      for (int i = 0; i < R; i++) {
        if (nodes[i] != null) {
          assertThat(cluster.replica(groups.get(g), i, nodes[i]))
              .as("parity %s of group %s", i, g).isEqualTo(oracle.parities(g)[i]);
        }
      }
    }
    return length;
  }

  /** The quota in use is kept by difference; the summary adds up what is there. */
  private static void checkSpace(Path directory) throws Exception {
    assertThat(cluster.fs().getQuotaUsage(directory).getSpaceConsumed())
        .isEqualTo(cluster.fs().getContentSummary(directory).getSpaceConsumed());
  }
}
