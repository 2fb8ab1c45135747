package io.okapifs.hdfs.stock;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ForeignClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Options.ChecksumCombineMode;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An unmodified client reads what is whole, and gets an error, never wrong bytes, where not. */
class StockReaderTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long FAILURE_MILLIS_MAX = 30_000;

  @TempDir static java.nio.file.Path temporary;

  @Cluster(dataNodes = 16, failRepairs = true)
  private static BlockFileCluster cluster;
  private static ChildJvm client;

  @BeforeAll
  static void startClient() throws Exception {
    client =
        ChildJvm.stock(
            temporary.resolve("client.log"), ForeignClient.class.getName(),
            cluster.fs().getUri().toString());
  }

  @AfterAll
  static void stopClient() {
    client.close();
  }

  @Test
  void theClientsJarsAreStock() throws Exception {
    assertThat(client.ask("jars", LIMIT)).contains("stock");
  }

  @ParameterizedTest
  @CsvSource({
    "RS-3-2, 1", "RS-3-2, 2", "RS-3-2, 3", "RS-3-2, 5", "RS-3-2, 6", "RS-3-2, 8", "RS-3-2, 16",
    "LESS2-4-2, 4", "CLAY-4-2, 3", "LESS4-10-4, 10"
  })
  void healthyFilesAreReadInEveryWayAtEveryEdge(String code, int stripeWidth) throws Exception {
    Path directory = cluster.directory(cluster.addPolicy(code), stripeWidth);
    long row = (long) stripeWidth * CELL;
    long stripe = (long) stripeWidth * BLOCK;
    Set<Long> lengths =
        new TreeSet<>(
            List.of(0L, 1L, CELL - 1L, (long) CELL, CELL + 1L, row - 1, row, row + 1, stripe - 1,
                stripe, stripe + 1, 2 * stripe + CELL + 5));
    for (long length : lengths) {
      Path file = new Path(directory, "length-" + length);
      cluster.write(file, BlockFileCluster.bytes(length, length));
      String arguments = file + " " + length + " " + length;
      assertThat(client.ask("sequential " + arguments + " 100000", LIMIT)).startsWith("exact ");
      assertThat(client.ask("sequential " + arguments + " 4097", LIMIT)).startsWith("exact ");
      assertThat(client.ask("buffer " + arguments, LIMIT)).startsWith("exact ");
      for (long from : List.of(0L, length / 2)) {
        assertThat(client.ask("positional " + arguments + " " + from + " " + length, LIMIT))
            .startsWith("exact ");
      }
    }
    Path last = new Path(directory, "length-" + (2 * stripe + CELL + 5));
    assertThat(client.ask("checksum " + last, LIMIT))
        .startsWith(cluster.fs().getFileChecksum(last) + " ");
    assertThat(client.ask("composite " + last, LIMIT)).startsWith(compositeChecksum(last) + " ");
    cluster.fs().delete(directory, true);
  }

  private static String compositeChecksum(Path file) throws Exception {
    var conf = new org.apache.hadoop.conf.Configuration(cluster.fs().getConf());
    conf.set(
        HdfsClientConfigKeys.DFS_CHECKSUM_COMBINE_MODE_KEY,
        ChecksumCombineMode.COMPOSITE_CRC.name());
    try (var fs = DistributedFileSystem.newInstance(cluster.fs().getUri(), conf)) {
      return "" + fs.getFileChecksum(file);
    }
  }

  /** Narrower than a group, as wide, wider; a block of the first stripe and of the last one. */
  @ParameterizedTest
  @CsvSource({
    "RS-3-2, 1, 0, deleted", "RS-3-2, 1, 4, corrupt", "RS-3-2, 2, 1, deleted",
    "RS-3-2, 2, 4, corrupt", "RS-3-2, 3, 0, corrupt", "RS-3-2, 3, 5, deleted",
    "RS-3-2, 5, 4, deleted", "RS-3-2, 5, 9, corrupt", "RS-3-2, 6, 2, corrupt",
    "RS-3-2, 6, 11, deleted", "RS-3-2, 8, 7, deleted", "RS-3-2, 8, 15, corrupt",
    "RS-3-2, 16, 0, deleted", "RS-3-2, 16, 31, corrupt", "LESS2-4-2, 4, 5, deleted",
    "CLAY-4-2, 3, 2, corrupt"
  })
  void aReadOfALostBlockFailsAndNeverReturnsAWrongByte(
      String code, int stripeWidth, int block, String how) throws Exception {
    Path directory = cluster.directory(cluster.addPolicy(code), stripeWidth);
    Path file = new Path(directory, "lost-" + block + how);
    int stripes = Math.max(2, block / stripeWidth + 1);
    byte[] bytes = BlockFileCluster.bytes((long) stripes * stripeWidth * BLOCK, block);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    Replica lost = dataBlock(file, block);
    if (how.equals("deleted")) {
      cluster.delete(lost);
    } else {
      cluster.corrupt(lost);
    }
    // Stripes before the lost block's are whole.
    int whole = block / stripeWidth * stripeWidth * BLOCK;
    String arguments = file + " " + block + " " + bytes.length;
    assertThat(client.ask("positional " + arguments + " 0 " + whole, LIMIT)).startsWith("exact ");
    checkDegraded(file, block, bytes.length);
    assertThat(cluster.read(file)).as("our own client decodes").isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void aReadFromADeadNodeFailsAndSoDoChecksums(int stripeWidth) throws Exception {
    Path file = new Path(cluster.directory(POLICY, stripeWidth), "dead-node");
    byte[] bytes = BlockFileCluster.bytes(2L * stripeWidth * BLOCK + 7, 99);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    Replica lost = dataBlock(file, stripeWidth);
    cluster.stop(lost.node());
    try {
      checkDegraded(file, 99, bytes.length);
      cluster.mini().setDataNodeDead(lost.node());
      BlockFileCluster.await(
          "lost block hidden",
          () -> cluster.dataStripes(file).get(1).getLocations().length == stripeWidth - 1);
      checkDegraded(file, 99, bytes.length);
    } finally {
      cluster.restartStopped();
    }
  }

  private static void checkDegraded(Path file, int seed, int length) throws Exception {
    String arguments = file + " " + seed + " " + length;
    for (String question :
        List.of("sequential " + arguments + " 100000", "sequential " + arguments + " 4097",
            "buffer " + arguments, "positional " + arguments + " 0 " + length, "checksum " + file,
            "composite " + file)) {
      String reply = client.ask(question, LIMIT);
      assertThat(reply).as(question).startsWith("IOException ");
      assertThat(Long.parseLong(reply.split(" ")[1])).as(question).isLessThan(FAILURE_MILLIS_MAX);
    }
  }

  private static Replica dataBlock(Path file, int block) throws Exception {
    FileLayout layout = cluster.layout(file);
    int k = layout.policy().k();
    return cluster.member(file, block / k, block % k);
  }
}
