package io.okapifs.hdfs.stock;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.ForeignClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An unmodified client writes data stripes alone; the DataNodes add the parity afterwards. */
class StockWriterTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir static java.nio.file.Path temporary;

  @Cluster(dataNodes = 16, settings = ClusterSettings.RETRY_SOON)
  private static BlockFileCluster cluster;
  private static ChildJvm client;

  @BeforeAll
  static void startClient() throws Exception {
    client = newClient();
  }

  private static ChildJvm newClient() throws Exception {
    return ChildJvm.stock(
        temporary.resolve("client.log"), ForeignClient.class.getName(),
        cluster.fs().getUri().toString());
  }

  @AfterAll
  static void stopClient() {
    client.close();
  }

  @ParameterizedTest
  @CsvSource({
    "RS-3-2-64k, 1", "RS-3-2-64k, 2", "RS-3-2-64k, 3", "RS-3-2-64k, 5", "RS-6-3-64k, 4",
    "RS-3-2-64k, 16",
  })
  void whatAStockClientWritesIsProtectedOnceItIsClosed(String policy, int stripeWidth)
      throws Exception {
    assertThat(client.ask("jars", LIMIT)).contains("stock");
    Path directory = cluster.directory(policy, stripeWidth);
    long stripe = (long) stripeWidth * BLOCK;
    Set<Long> lengths =
        new TreeSet<>(
            List.of(0L, 1L, CELL + 1L, (long) stripeWidth * CELL, stripe - 1, stripe, stripe + 1,
                3 * stripe + CELL + 7));
    for (long length : lengths) {
      Path file = new Path(directory, "length-" + length);
      assertThat(client.ask("write " + file + " " + length + " " + length, LIMIT))
          .startsWith("written");
    }
    for (long length : lengths) {
      Path file = new Path(directory, "length-" + length);
      byte[] bytes = BlockFileCluster.bytes(length, length);
      assertThat(cluster.read(file)).isEqualTo(bytes);
      cluster.checkBlocks(file, bytes);
    }
    assertThat(cluster.fs().getContentSummary(directory).getSpaceConsumed())
        .isEqualTo(space(directory, lengths));
  }

  /** All data, and r times the longest block of each group. */
  private static long space(Path directory, Set<Long> lengths) throws Exception {
    long space = 0;
    for (long length : lengths) {
      var layout = cluster.layout(new Path(directory, "length-" + length));
      BlockOracle oracle =
          new BlockOracle(layout, BlockFileCluster.bytes(length, length));
      space += length;
      for (int g = 0; g < layout.groupCount(length); g++) {
        for (byte[] parity : oracle.parities(g)) {
          space += parity.length;
        }
      }
    }
    return space;
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "2, 1", "5, 1"})
  void whatAKilledStockClientLeavesIsAPrefixAndProtectedAfterLeaseRecovery(
      int stripeWidth, int stripes) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", stripeWidth), "killed");
    byte[] written =
        BlockFileCluster.bytes((stripes * (long) BLOCK + 2L * CELL) * stripeWidth, stripeWidth);
    try (ChildJvm killed = newClient()) {
      String line = "write-open " + file + " " + stripeWidth + " " + written.length;
      assertThat(killed.ask(line, LIMIT)).startsWith("written");
      BlockFileCluster.await("last stripe begun", () -> isBegun(file, stripes));
    }

    BlockFileCluster.await("file closed", () -> cluster.fs().recoverLease(file));

    int length = Math.toIntExact(cluster.fs().getFileStatus(file).getLen());
    assertThat(length).isBetween(stripes * stripeWidth * BLOCK, written.length);
    byte[] bytes = Arrays.copyOf(written, length);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    cluster.checkBlocks(file, bytes);
    cluster.fs().delete(file, false);
  }

  /** HDFS's recovery of a block group asks for bytes in each of its data blocks. */
  private static boolean isBegun(Path file, int stripe) throws Exception {
    List<LocatedStripedBlock> stripes = cluster.dataStripes(file);
    if (stripes.size() <= stripe) {
      return false;
    }
    LocatedStripedBlock last = stripes.get(stripe);
    DatanodeInfo[] nodes =
        BlockFileCluster.nodesByIndex(last, cluster.layout(file).stripeWidth());
    for (int i = 0; i < nodes.length; i++) {
      var replica =
          nodes[i] == null
              ? null
              : DataNodeTestUtils.fetchReplicaInfo(
                  cluster.mini().getDataNodes().get(cluster.nodeNumber(nodes[i])),
                  last.getBlock().getBlockPoolId(), last.getBlock().getBlockId() + i);
      if (replica == null || replica.getBytesOnDisk() == 0) {
        return false;
      }
    }
    return true;
  }
}
