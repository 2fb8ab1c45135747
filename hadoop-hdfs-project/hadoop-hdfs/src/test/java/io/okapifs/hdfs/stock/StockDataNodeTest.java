package io.okapifs.hdfs.stock;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.BlockOracle;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.ForeignClient;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.LiveFolder;
import io.okapifs.hdfs.tools.EcRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An unmodified DataNode stores and serves blocks, and refuses to repair groups. */
public class StockDataNodeTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int FILES_MAX = 50;

  @TempDir Path temporary;

  private BlockFileCluster cluster;
  private ChildJvm stock;

  @AfterEach
  void stop() {
    if (stock != null) {
      stock.close();
    }
    cluster.close();
  }

  /** Five nodes, so that each group has a member on the stock one. */
  @ParameterizedTest
  @CsvSource({"1, 7", "3, 5", "5, 9"})
  void itsBlocksAreAsOnAnyNode(int stripeWidth, int blocks) throws Exception {
    start(4);
    var file = new org.apache.hadoop.fs.Path(cluster.directory(POLICY, stripeWidth), "file");
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK + CELL + 3, stripeWidth);
    cluster.write(file, bytes);

    FileLayout layout = cluster.layout(file);
    long groups = layout.groupCount(bytes.length);
    cluster.awaitParityGroups(file, groups, layout.policy().r());
    int onStock = checkMembersOnStockNode(file, layout, bytes, (int) groups);
    assertThat(onStock).isGreaterThanOrEqualTo((int) groups - 1);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    cluster.mini().stopDataNode(0);
    assertThat(cluster.read(file)).as("decoded from the stock node, too").isEqualTo(bytes);
  }

  private int checkMembersOnStockNode(
      org.apache.hadoop.fs.Path file, FileLayout layout, byte[] bytes, int groups)
      throws Exception {
    BlockOracle oracle = new BlockOracle(layout, bytes);
    int k = layout.policy().k();
    int onStock = 0;
    for (int g = 0; g < groups; g++) {
      for (int member = 0; member < layout.policy().n(); member++) {
        if (member < k && member >= layout.dataMembers(g, bytes.length)) {
          continue;
        }
        Replica replica = cluster.member(file, g, member);
        if (isStock(replica.node())) {
          onStock++;
          assertThat(Files.readAllBytes(blockFile(replica)))
              .as("member %s of group %s", member, g)
              .isEqualTo(
                  member < k ? oracle.data((long) g * k + member) : oracle.parities(g)[member - k]);
        }
      }
    }
    return onStock;
  }

  /** What it may get is a copy of a member that shares a node, which any node can take. */
  @Test
  void aRepairThatIsSentToItFailsAndIsDoneElsewhere() throws Exception {
    startOurs(5);
    var file = new org.apache.hadoop.fs.Path(cluster.directory(POLICY, 3), "file");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 1);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    stock = newStockNode();
    awaitLive(6);

    Replica lost = cluster.member(file, 0, 4);
    DataNodeProperties stopped = cluster.mini().stopDataNode(lost.node().getXferAddr());
    cluster.mini().setDataNodeDead(lost.node());

    BlockFileCluster.await("a repair refused", () -> refusals() >= 1);
    BlockFileCluster.await("repaired", () -> cluster.memberIfAny(file, 0, 4).node() != null);
    assertThat(stock.isAlive()).isTrue();
    assertThat(cluster.read(file)).isEqualTo(bytes);
    killStockNode();
    checkFinalizedOnStockNode(file, bytes);
    cluster.restart(stopped);
    HealthChecks.awaitWhole(cluster, file, bytes);
  }

  /**
   * A stock DataNode does not look for the last blocks of a stripe that are not listed, so a stock
   * client would be told the checksum of what is left.
   */
  @Test
  void aStockClientGetsNoChecksumFromItWhereTheLastBlockOfAStripeIsLost() throws Exception {
    start(4);
    BlockFileCluster.failRepairs();
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 1);
    var file = fileWithDataOnStockNode(bytes);
    var sum = cluster.fs().getFileChecksum(file);
    try (ChildJvm client =
        ChildJvm.stock(
            temporary.resolve("client"), ForeignClient.class.getName(),
            cluster.fs().getUri().toString())) {
      assertThat(client.ask("checksum " + file, LIMIT)).startsWith(sum + " ");
      cluster.kill(cluster.member(file, 0, 2).node());
      BlockFileCluster.await("lost block hidden",
          () -> cluster.dataStripes(file).get(0).getLocations().length == 2);
      assertThat(client.ask("checksum " + file, LIMIT)).startsWith("IOException ");
      assertThat(client.ask("composite " + file, LIMIT)).startsWith("IOException ");
      assertThat(cluster.fs().getFileChecksum(file)).isEqualTo(sum);
    } finally {
      BlockFileCluster.allowRepairs();
    }
  }

  /** As in a rolling upgrade of the DataNodes, and back. */
  @Test
  void aNodeThatBecomesOursAndThenStockAgainKeepsItsBlocks() throws Exception {
    start(4);
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 5, 8);
    var before = new org.apache.hadoop.fs.Path(cluster.directory(POLICY, 3), "before");
    cluster.write(before, bytes);
    killStockNode();
    stock =
        ChildJvm.woven(
            temporary.resolve("ours"), DataNode.class.getName(), dataNode(cluster, data()));
    awaitLive(5);
    awaitWhole(before, bytes);
    var between = new org.apache.hadoop.fs.Path(cluster.directory(POLICY, 2), "between");
    cluster.write(between, bytes);
    awaitWhole(between, bytes);
    killStockNode();
    stock = newStockNode();
    awaitLive(5);
    for (var file : List.of(before, between)) {
      awaitWhole(file, bytes);
    }
    cluster.mini().stopDataNode(0);
    for (var file : List.of(before, between)) {
      assertThat(cluster.read(file)).as("decoded from the stock node, too").isEqualTo(bytes);
    }
  }

  /** Read, and encoded again. */
  private void awaitWhole(org.apache.hadoop.fs.Path file, byte[] bytes) throws Exception {
    BlockFileCluster.await(
        "every member of " + file,
        () ->
            EcRun.run(cluster.fs().getConf(), "-verify", "-path", file.toString()).exitCode()
                == 0);
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  /** A file whose first or second block is on the stock node, and not its third one. */
  private org.apache.hadoop.fs.Path fileWithDataOnStockNode(byte[] bytes) throws Exception {
    var directory = cluster.directory(POLICY, 3);
    for (int i = 0; i < FILES_MAX; i++) {
      var file = new org.apache.hadoop.fs.Path(directory, "file" + i);
      cluster.write(file, bytes);
      cluster.awaitParityGroups(file, 1, 2);
      BlockFileCluster.await("data blocks of " + file,
          () -> cluster.dataStripes(file).get(0).getLocations().length == 3);
      if (isStock(cluster.member(file, 0, 0).node())
          || isStock(cluster.member(file, 0, 1).node())) {
        return file;
      }
    }
    throw new AssertionError("no data on the stock node in " + FILES_MAX + " files");
  }

  private long refusals() {
    return stock.log().lines()
        .filter(line -> line.contains("Failed to reconstruct striped block")).count();
  }

  private void start(int nodesOfOurs) throws Exception {
    startOurs(nodesOfOurs);
    stock = newStockNode();
    awaitLive(nodesOfOurs + 1);
  }

  private void startOurs(int nodes) throws Exception {
    cluster =
        new BlockFileCluster(
            nodes,
            conf -> {
              conf.setBoolean("dfs.namenode.ec.stripe-width.stock-datanodes.allowed", true);
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 3);
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, 500);
            });
  }

  private ChildJvm newStockNode() throws IOException {
    return ChildJvm.stock(
        temporary.resolve("log"), DataNode.class.getName(), dataNode(cluster, data()));
  }

  /** The arguments of a DataNode in a process of its own. */
  public static String[] dataNode(BlockFileCluster cluster, Path data) throws IOException {
    return new String[] {
      "-Dfs.defaultFS=" + cluster.fs().getUri(), "-Ddfs.datanode.data.dir=" + data.toUri(),
      "-Ddfs.datanode.address=127.0.0.1:0", "-Ddfs.datanode.http.address=127.0.0.1:0",
      "-Ddfs.datanode.ipc.address=127.0.0.1:0", "-Ddfs.heartbeat.interval=1"
    };
  }

  /** A node is live before it has told what room it has. */
  private void awaitLive(int count) throws Exception {
    awaitLive(cluster, count);
  }

  public static void awaitLive(BlockFileCluster cluster, int count) throws Exception {
    BlockFileCluster.await(count + " live DataNodes with room",
        () -> Stream.of(cluster.fs().getDataNodeStats(DatanodeReportType.LIVE))
            .filter(node -> node.getRemaining() > 0)
            .count() == count);
  }

  private void killStockNode() throws Exception {
    stock.close();
    for (DatanodeInfo node : cluster.fs().getDataNodeStats(DatanodeReportType.LIVE)) {
      if (isStock(node)) {
        cluster.mini().setDataNodeDead(node);
      }
    }
  }

  /** Of a file of one group, every block file of which must be a member of it. */
  private void checkFinalizedOnStockNode(org.apache.hadoop.fs.Path file, byte[] bytes)
      throws IOException {
    FileLayout layout = cluster.layout(file);
    BlockOracle oracle = new BlockOracle(layout, bytes);
    Map<String, byte[]> members = new HashMap<>();
    for (int member = 0; member < layout.policy().n(); member++) {
      int k = layout.policy().k();
      members.put(
          "blk_" + cluster.member(file, 0, member).block().getBlockId(),
          member < k ? oracle.data(member) : oracle.parities(0)[member - k]);
    }
    for (Path block : blockFiles()) {
      if (block.toString().contains("/finalized/") && !block.toString().endsWith(".meta")) {
        assertThat(Files.readAllBytes(block)).as("%s", block)
            .isEqualTo(members.get(block.getFileName().toString()));
      }
    }
  }

  private boolean isStock(DatanodeInfo node) {
    return cluster.mini().getDataNodes().stream()
        .noneMatch(ours -> ours.getXferPort() == node.getXferPort());
  }

  private Path data() {
    return temporary.resolve("data");
  }

  private Path blockFile(Replica replica) throws IOException {
    return blockFiles().stream()
        .filter(file -> file.endsWith("blk_" + replica.block().getBlockId()))
        .findFirst().orElseThrow();
  }

  private List<Path> blockFiles() throws IOException {
    return LiveFolder.files(data()).stream()
        .filter(file -> file.getFileName().toString().startsWith("blk_"))
        .toList();
  }
}
