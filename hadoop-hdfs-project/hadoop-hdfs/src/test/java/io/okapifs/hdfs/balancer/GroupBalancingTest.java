package io.okapifs.hdfs.balancer;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.ChildJvm;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.KeptPorts;
import io.okapifs.hdfs.testing.Places;
import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionClient;
import io.okapifs.hdfs.transition.TransitionRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.balancer.BalancerRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The balancer fills nodes that came empty, and no group lies worse for it. */
class GroupBalancingTest {

  private static final String POLICY = "RS-6-3-64k";
  private static final int NODES = 12;
  private static final int THRESHOLD = 8;
  private static final long CAPACITY = 24 << 20;

  /** How HDFS's balancer ends after some iterations in which nothing moved. */
  private static final int NO_MOVE_PROGRESS = -3;

  @Cluster(
      dataNodes = NODES,
      racks = {"/a", "/a", "/a", "/b", "/b", "/b", "/c", "/c", "/c", "/d", "/d", "/d"},
      settings = {
        KeptPorts.CAPACITY_KEY + "=" + CAPACITY,
        // A DataNode that fetches a block wants as much room.
        DFSConfigKeys.DFS_BLOCK_SIZE_KEY + "=" + BLOCK,
        // What the killed node was to encode is asked for again.
        ClusterSettings.RETRY_SOON,
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false"
      })
  private BlockFileCluster cluster;

  private final Map<Path, byte[]> files = new LinkedHashMap<>();

  @Test
  void oneNodeOfThreeRacksCameEmpty() throws Exception {
    fillThenAdd(List.of(2, 5, 8));
    assertTold(balance());
  }

  @Test
  void aRackCameEmpty() throws Exception {
    fillThenAdd(List.of(9, 10, 11));
    assertTold(balance());
  }

  @Test
  void groupsStayApartWhileFilesAreWrittenRepairedAndInTransition() throws Exception {
    fillThenAdd(List.of(2, 5, 8));
    Path changing = files.keySet().iterator().next();
    ExecutorService beside = Executors.newSingleThreadExecutor();
    try {
      Future<BalancerRun.Outcome> balancer =
          beside.submit(() -> BalancerRun.run(cluster.fs().getConf(), THRESHOLD));
      new TransitionClient(cluster.fs()).begin(changing, "RS-3-2-64k", TransitionRecord.NORMAL);
      write(3);
      cluster.kill(cluster.member(changing, 0, 1).node());
      write(4);
      balancer.get();
    } finally {
      beside.shutdown();
    }
    cluster.restartStopped();
    BlockFileCluster.await(
        "the other policy", () -> cluster.layout(changing).policy().k() == 3);
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
    balance();
    EcRun.Outcome outcome = EcRun.run(cluster.fs().getConf(), "-verify", "-path", "/");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
  }

  private static boolean liesApart(JsonNode placement) {
    return placement.get("membersOnSharedNodes").intValue() == 0
        && placement.get("racks").intValue() == 4
        && placement.get("mostOnOneRack").intValue() <= 3;
  }

  @Test
  void aBalancerWithApachesJarsMovesNothingOfOurs(@TempDir java.nio.file.Path folder)
      throws Exception {
    fillThenAdd(List.of(2, 5, 8));
    Map<Path, List<String>> before = Places.of(cluster, files.keySet());
    try (ChildJvm balancer =
        ChildJvm.stock(
            folder.resolve("log"), "org.apache.hadoop.hdfs.server.balancer.Balancer", "-fs",
            cluster.mini().getURI().toString(), "-D", "dfs.heartbeat.interval=1", "-D",
            "dfs.namenode.redundancy.interval.seconds=1", "-D", "dfs.blocksize=" + BLOCK, "-D",
            "dfs.balancer.getBlocks.min-block-size=1", "-threshold", "" + THRESHOLD)) {
      assertThat((byte) balancer.awaitExit(Duration.ofMinutes(2)))
          .isEqualTo((byte) NO_MOVE_PROGRESS);
    }
    assertThat(Places.of(cluster, files.keySet())).isEqualTo(before);
    assertThat(BlockFileCluster.stateOf("MovesUndoneSinceStart")).isZero();
  }

  private void fillThenAdd(List<Integer> empty) throws Exception {
    List<DatanodeInfo> all = nodes();
    for (int number : empty) {
      cluster.kill(all.get(number));
    }
    for (int s : new int[] {1, 2, 6}) {
      Path file = write(s);
      HealthChecks.awaitWhole(cluster, file, files.get(file));
    }
    cluster.restartStopped();
  }

  private Path write(int s) throws Exception {
    Path file = new Path(cluster.directory(POLICY, s), "file");
    byte[] bytes = BlockFileCluster.bytes(9L * 6 * BLOCK, s);
    cluster.write(file, bytes);
    files.put(file, bytes);
    return file;
  }

  /** That blocks of groups have moved. */
  private static void assertTold(BalancerRun.Outcome outcome) {
    assertThat(outcome.out()).anyMatch(line -> line.startsWith("Files with a stripe width: "));
  }

  /** Once the NameNode moves nothing by itself, which a balancer would not know of. */
  private BalancerRun.Outcome balance() throws Exception {
    BlockFileCluster.await(
        "groups that lie apart",
        () -> placements().values().stream().allMatch(GroupBalancingTest::liesApart));
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
    Map<String, JsonNode> before = placements();
    long undone = BlockFileCluster.stateOf("MovesUndoneSinceStart");

    BalancerRun.Outcome outcome = BalancerRun.run(cluster.fs().getConf(), THRESHOLD);

    assertThat(outcome.exitCode()).as("%s", outcome.out()).isZero();
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
    placements().forEach((group, placement) -> assertNoWorse(group, before.get(group), placement));
    assertBalanced();
    assertThat(BlockFileCluster.stateOf("MovesUndoneSinceStart")).isEqualTo(undone);
    return outcome;
  }

  private static void assertNoWorse(String group, JsonNode before, JsonNode after) {
    String what = group + ": before " + before + ", after " + after;
    assertThat(after.get("membersOnSharedNodes").intValue())
        .as(what).isLessThanOrEqualTo(before.get("membersOnSharedNodes").intValue());
    assertThat(after.get("racks").intValue())
        .as(what).isGreaterThanOrEqualTo(before.get("racks").intValue());
    assertThat(after.get("mostOnOneRack").intValue())
        .as(what).isLessThanOrEqualTo(Math.max(3, before.get("mostOnOneRack").intValue()));
  }

  private void assertBalanced() throws Exception {
    DatanodeInfo[] nodes = cluster.fs().getDataNodeStats();
    double sum = 0;
    for (DatanodeInfo node : nodes) {
      sum += node.getDfsUsedPercent();
    }
    for (DatanodeInfo node : nodes) {
      assertThat((double) node.getDfsUsedPercent())
          .as("%s", node.getName())
          .isBetween(sum / NODES - THRESHOLD - 1, sum / NODES + THRESHOLD + 1);
    }
  }

  private List<DatanodeInfo> nodes() {
    return cluster.mini().getDataNodes().stream()
        .map(
            node ->
                (DatanodeInfo)
                    new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build())
        .toList();
  }

  /** How the members of each group lie. */
  private Map<String, JsonNode> placements() throws Exception {
    Map<String, JsonNode> placements = new LinkedHashMap<>();
    for (Path file : files.keySet()) {
      EcRun.Outcome outcome =
          EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString(), "-json");
      assertThat(outcome.exitCode()).as("%s", outcome.err()).isZero();
      int number = 0;
      for (JsonNode group :
          new ObjectMapper().readTree(String.join("\n", outcome.out())).get("groups")) {
        placements.put(file + " group " + number++, group.get("placement"));
      }
    }
    return placements;
  }
}
