package io.okapifs.hdfs.tools;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.WarningLog;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plain use of files with a stripe width gives nobody a reason to look into a log. */
class QuietLogsTest {

  private static final String POLICY = "RS-6-3-64k";

  @Cluster(
      dataNodes = 9,
      codes = "RS-6-3",
      racks = {"/a", "/b", "/c"})
  private static BlockFileCluster cluster;

  @TempDir private File folder;

  private WarningLog warnings;

  @BeforeEach
  void listen() throws Exception {
    cluster.awaitRounds(2);
    warnings = new WarningLog();
  }

  @AfterEach
  void listenNoMore() {
    warnings.close();
  }

  private static void shell(String... arguments) throws Exception {
    int exitCode = ToolRunner.run(new FsShell(cluster.fs().getConf()), arguments);
    assertThat(exitCode).as(String.join(" ", arguments)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6})
  void plainUseWarnsOfNothing(int width) throws Exception {
    Path directory = cluster.directory(POLICY, width);
    // Part of a cell, a group and a bit, and several groups.
    for (long length : new long[] {100, 7L * BLOCK + 5, 20L * BLOCK + BLOCK / 2}) {
      byte[] bytes = BlockFileCluster.bytes(length, width);
      File local = new File(folder, "file");
      Files.write(local.toPath(), bytes);
      Path file = new Path(directory, "file" + length);
      shell("-put", local.getPath(), file.toString());
      File copy = new File(folder, "copy");
      shell("-get", "-f", file.toString(), copy.getPath());
      assertThat(Files.readAllBytes(copy.toPath())).isEqualTo(bytes);
      HealthChecks.awaitWhole(cluster, file, bytes);
      EcRun.Outcome layout =
          EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString());
      assertThat(layout.exitCode()).as("%s", layout).isZero();
    }
    cluster.awaitRounds(3);
    shell("-rm", "-r", "-skipTrash", directory.toString());
    BlockFileCluster.await("blocks to be deleted", () -> cluster.blocksOnDisk().isEmpty());
    // Rounds in which nothing is to be done.
    cluster.awaitRounds(3);
    assertThat(warnings.lines()).isEmpty();
  }

  /** Nodes that gather their reports, as those of large clusters do. */
  @Test
  void aStripeWaitsForReportsInSilence() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 1), "slow");
    List<DataNode> nodes = cluster.mini().getDataNodes();
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(BlockFileCluster.bytes(CELL, 1));
      for (DataNode node : nodes) {
        DataNodeTestUtils.pauseIBR(node);
      }
      CompletableFuture<Void> reports =
          CompletableFuture.runAsync(
              () -> nodes.forEach(DataNodeTestUtils::resumeIBR),
              CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS));
      long begin = System.nanoTime();
      out.write(BlockFileCluster.bytes(2L * BLOCK, 2));
      out.hflush();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(600));
      reports.get();
    }
    assertThat(warnings.lines()).isEmpty();
  }
}
