package io.okapifs.hdfs.namenode.placement;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.Transitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data that is placed so that groups can become wider where it lies. */
class LookaheadTest {

  @Cluster(dataNodes = 11, codes = {"RS-2-2", "RS-8-2"}, settings = Lookahead.KEY + "=3")
  private static BlockFileCluster cluster;

  /**
   * With three groups ahead, four of two blocks lie apart; of three blocks only three can, and
   * stripes over several groups leave less room.
   */
  @ParameterizedTest
  @CsvSource({"RS-2-2, 2, 2, 8", "RS-2-2, 2, 1, 8", "RS-2-2, 2, 5, 6", "RS-3-2, 3, 3, 9"})
  void neighbouringGroupsShareNoNodes(String code, int k, int s, int apart) throws Exception {
    Path file = new Path(cluster.directory(code + "-64k", s), "apart");
    int blocks = 5 * apart;
    cluster.write(file, BlockFileCluster.bytes((long) blocks * BLOCK, s));
    List<String> nodes = nodes(file);
    for (int from = 0; from + apart <= blocks; from += k) {
      assertThat(nodes.subList(from, from + apart))
          .as("from block %s of %s", from, nodes)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void widerGroupsNeedNoMoves() throws Exception {
    Path file = new Path(cluster.directory("RS-2-2-64k", 2), "stays");
    byte[] bytes = BlockFileCluster.bytes(24L * BLOCK, 24);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    final List<String> nodes = nodes(file);
    new Transitions(cluster, "none", () -> {}).run(file, "RS-8-2-64k");
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-8-2-64k");
    assertThat(nodes(file)).isEqualTo(nodes);
    HealthChecks.assertHealthy(cluster, file);
  }

  /** Where each data block lies, in file order. */
  private static List<String> nodes(Path file) throws Exception {
    int width = cluster.layout(file).stripeWidth();
    BlockFileCluster.await(
        "all blocks of " + file,
        () ->
            cluster.dataStripes(file).stream()
                .allMatch(stripe -> isWhole(BlockFileCluster.nodesByIndex(stripe, width))));
    List<String> nodes = new ArrayList<>();
    for (LocatedStripedBlock stripe : cluster.dataStripes(file)) {
      for (DatanodeInfo node : BlockFileCluster.nodesByIndex(stripe, width)) {
        nodes.add(node.getXferAddr());
      }
    }
    return nodes;
  }

  private static boolean isWhole(DatanodeInfo[] nodes) {
    return Stream.of(nodes).allMatch(Objects::nonNull);
  }

  @Test
  void nonsenseIsRefused() {
    Configuration conf = new Configuration(false);
    assertThat(Lookahead.of(conf).groups()).isZero();
    for (int groups : new int[] {-1, 65}) {
      conf.setInt(Lookahead.KEY, groups);
      assertThatThrownBy(() -> Lookahead.of(conf))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("dfs.namenode.ec.placement.lookahead-groups is 0 to 64, not " + groups);
    }
  }
}
