package io.okapifs.hdfs.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.layout.GroupPolicy;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where data would lie, by the chooser that places it. */
class PaperPlacementTest {

  @Cluster(
      dataNodes = 12,
      racks = {"/a", "/b", "/c", "/d", "/a", "/b", "/c", "/d", "/a", "/b", "/c", "/d"},
      settings = DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false")
  private static BlockFileCluster cluster;

  private static final Lookahead OFF = new Lookahead(0);

  private static FileLayout layout(int k, int r, int width) {
    return new FileLayout(new GroupPolicy("rs" + k, "rs", k, r, 1, 1024), width, 4096);
  }

  private static PaperPlacement cluster(int nodes, int racks) {
    return new PaperPlacement(new Configuration(false), racks(nodes, racks));
  }

  private static List<String> racks(int nodes, int racks) {
    return IntStream.range(0, nodes).mapToObj(node -> "/r" + node % racks).toList();
  }

  /** Blocks on a node that has one of their group of k already. */
  private static long sharing(List<String> nodes, int k) {
    long sharing = 0;
    for (int from = 0; from < nodes.size(); from += k) {
      List<String> group = nodes.subList(from, Math.min(from + k, nodes.size()));
      sharing += group.size() - new HashSet<>(group).size();
    }
    return sharing;
  }

  @ParameterizedTest
  @CsvSource({"6, 3, 1", "6, 3, 2", "6, 3, 6", "4, 2, 8", "5, 2, 3"})
  void groupsLieApartWithoutLookahead(int k, int r, int width) {
    List<String> nodes = cluster(30, 5).nodesOfData(layout(k, r, width), 60, OFF);
    assertThat(nodes).hasSize(60 * width);
    assertThat(sharing(nodes, k)).isZero();
  }

  /** Of two groups of 6 among 30 nodes each of the second meets one of the first with 6 / 30. */
  @Test
  void widerGroupsShareNodesAsOftenAsChanceSays() {
    List<String> nodes = cluster(30, 30).nodesOfData(layout(6, 3, 6), 400, OFF);
    assertThat(sharing(nodes, 12) / 2400.0).isBetween(0.08, 0.12);
  }

  @Test
  void narrowDataIsDealtEvenlyAndSharesLess() {
    long even = sharing(cluster(12, 4).nodesOfData(layout(3, 2, 1), 1200, OFF), 8);
    Configuration byChance = new Configuration(false);
    byChance.setBoolean(EvenPlacement.KEY, false);
    PaperPlacement other = new PaperPlacement(byChance, racks(12, 4));
    assertThat(sharing(other.nodesOfData(layout(3, 2, 1), 1200, OFF), 8)).isGreaterThan(even);
  }

  /** Of 480 blocks 16 or 17 in a hundred share a node, here as there. */
  @Test
  void aClusterPlacesBlocksInTheSameWay() throws Exception {
    List<String> real = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      Path file = new Path(cluster.directory("RS-3-2-64k", 1), name);
      cluster.write(file, BlockFileCluster.bytes(240L * BlockFileCluster.BLOCK, 1));
      for (LocatedStripedBlock stripe : cluster.dataStripes(file)) {
        real.add(stripe.getLocations()[0].getXferAddr());
      }
    }
    assertThat(real).hasSize(480);
    List<String> paper = cluster(12, 4).nodesOfData(layout(3, 2, 1), 1200, OFF);
    assertThat(sharing(real, 8) / 480.0).isCloseTo(sharing(paper, 8) / 1200.0, within(0.08));
  }

  @ParameterizedTest
  @CsvSource({"6, 12, 1", "6, 12, 6", "6, 8, 2", "5, 12, 1", "2, 8, 1"})
  void withEnoughLookaheadTheyShareNone(int k, int next, int width) {
    Lookahead needed = Lookahead.needed(k, next);
    assertThat(sharing(cluster(40, 40).nodesOfData(layout(k, 3, width), 120, needed), next))
        .isZero();
    // Even racks come before wishes.
    List<String> onFewRacks = cluster(40, 5).nodesOfData(layout(k, 3, width), 120, needed);
    assertThat(sharing(onFewRacks, next)).isLessThan(onFewRacks.size() / 100);
  }

  /** Twelve blocks on ten nodes: two share at least, however far one looks. */
  @Test
  void whereNodesAreTooFewSomeShareThemAnyhow() {
    List<String> nodes =
        cluster(10, 5).nodesOfData(layout(6, 3, 1), 120, Lookahead.needed(6, 12));
    assertThat(sharing(nodes, 12)).isGreaterThanOrEqualTo(20);
    assertThat(cluster(3, 3).nodesOfData(layout(6, 3, 6), 5, OFF)).isEmpty();
  }

  /** Of 8 in groups of 6: 0-7 is in two, 8-15 in 6-11 and 12-17, 16-23 in two again. */
  @ParameterizedTest
  @CsvSource({"6, 6, 0", "6, 12, 1", "6, 8, 1", "6, 3, 0", "2, 8, 3", "6, 4, 1", "1, 65, 64", "5, 12, 3"})
  void lookaheadReachesTheGroupOfTheFirstMember(int k, int next, int groups) {
    assertThat(Lookahead.needed(k, next)).isEqualTo(new Lookahead(groups));
  }
}
