package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ClusterSettings;
import io.okapifs.hdfs.testing.HealthChecks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lost data and parity of RS-3-2 groups is rebuilt, and nobody sees afterwards that it was. */
class HealingTest {

  private static final String POLICY = "RS-3-2-64k";
  private static final int K = 3;
  private static final int N = 5;

  @Cluster(
      dataNodes = 14,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=10",
        ClusterSettings.MANY_REPAIRS_AT_A_TIME,
        // Several windows per block, the last one short.
        "dfs.datanode.ec.group-repair.window-bytes=" + 3 * CELL / 2
      })
  private static BlockFileCluster cluster;

  @AfterEach
  void deleteFiles() throws Exception {
    cluster.restartStopped();
    cluster.deleteFiles();
  }

  /** Every loss of one or two members, in the first group and in the last one at the same time. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void everyLossThatACodeSurvivesIsRebuilt(int s) throws Exception {
    List<List<Integer>> patterns = patterns();
    Path directory = cluster.directory(POLICY, s);
    Map<Path, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < patterns.size(); i++) {
      Path file = new Path(directory, "file" + i);
      int blocks = Math.max(5, s) + (i % 3 == 2 ? 1 : 0);
      byte[] bytes =
          BlockFileCluster.bytes((long) blocks * BLOCK - i % 2 * (2 * CELL + 77), i);
      cluster.write(file, bytes);
      files.put(file, bytes);
    }
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
    int i = 0;
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      lose(file.getKey(), file.getValue().length, patterns.get(i),
          patterns.get((i * 7 + 3) % patterns.size()));
      i++;
    }
    assertThat(HealthChecks.stats(cluster).getLowRedundancyBlockGroups()).isPositive();
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      HealthChecks.awaitWhole(cluster, file.getKey(), file.getValue());
    }
    HealthChecks.assertHealthy(cluster, files.keySet().toArray(Path[]::new));
  }

  private static List<List<Integer>> patterns() {
    List<List<Integer>> patterns = new ArrayList<>();
    for (int first = 0; first < N; first++) {
      patterns.add(List.of(first));
      for (int second = first + 1; second < N; second++) {
        patterns.add(List.of(first, second));
      }
    }
    return patterns;
  }

  private static void lose(
      Path file, long length, List<Integer> ofFirst, List<Integer> ofLast) throws Exception {
    int last = (int) cluster.layout(file).groupCount(length) - 1;
    int dataMembers = cluster.layout(file).dataMembers(last, length);
    List<Replica> losses = new ArrayList<>();
    for (int member : ofFirst) {
      losses.add(cluster.member(file, 0, member));
    }
    for (int member : ofLast) {
      if (member < dataMembers || member >= K) {
        losses.add(cluster.member(file, last, member));
      }
    }
    cluster.reportCorrupt(losses);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void afterMoreLossesThanParityANodeThatReturnsIsEnough(int s) throws Exception {
    Path file = new Path(cluster.directory(POLICY, s), "returning");
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK, s);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int member : new int[] {0, 1, 4}) {
      nodes.add(cluster.member(file, 0, member).node());
    }
    BlockFileCluster.failRepairs();
    List<DataNodeProperties> stopped = new ArrayList<>();
    for (DatanodeInfo node : nodes) {
      stopped.add(cluster.mini().stopDataNode(node.getXferAddr()));
      cluster.mini().setDataNodeDead(node);
    }
    BlockFileCluster.allowRepairs();
    BlockFileCluster.await("lost data counted",
        () -> HealthChecks.stats(cluster).getMissingBlockGroups() > 0);
    assertThat(cluster.mini().getNamesystem().getMissingBlocksCount()).isPositive();
    cluster.restart(stopped.get(1));
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
    // What comes back late is one too many, and goes.
    cluster.restart(stopped.get(0));
    cluster.restart(stopped.get(2));
    cluster.mini().waitActive();
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
  }

  @Test
  void anOpenFileIsHealedWhereItsParityIsCompleteAndNeverCountedLost() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 3), "open");
    byte[] bytes = BlockFileCluster.bytes(13L * BLOCK, 9);
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes);
      BlockFileCluster.await("blocks and parity of the first groups",
          () -> cluster.parityGroups(file, 2).size() == 2
              && cluster.parityGroups(file, 2).stream().allMatch(g -> g.getLocations().length == 2)
              && cluster.dataStripes(file).subList(0, 2).stream()
                  .allMatch(stripe -> stripe.getLocations().length == 3));
      Replica lost = cluster.member(file, 0, 1);
      cluster.reportCorrupt(List.of(lost));
      BlockFileCluster.await("member on another node", () -> {
        DatanodeInfo now = cluster.memberIfAny(file, 0, 1).node();
        return now != null && !now.equals(lost.node());
      });
      cluster.reportCorrupt(
          List.of(
              cluster.member(file, 1, 0), cluster.member(file, 1, 1), cluster.member(file, 1, 4)));
      assertThat(HealthChecks.stats(cluster).getLowRedundancyBlockGroups()).isPositive();
      assertThat(HealthChecks.stats(cluster).getMissingBlockGroups()).isZero();
    }
    BlockFileCluster.await("counted once it is closed",
        () -> HealthChecks.stats(cluster).getMissingBlockGroups() == 1);
    cluster.fs().delete(file, false);
    BlockFileCluster.await("forgotten with the file",
        () -> HealthChecks.stats(cluster).getMissingBlockGroups() == 0
            && HealthChecks.stats(cluster).getLowRedundancyBlockGroups() == 0);
  }
}
