package io.okapifs.hdfs.namenode.placement;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.NodesOfTest;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of narrow files lie evenly on nodes. */
class EvenPlacementTest {

  private static final int NODES = 8;
  private static final long DIRECTORY = 7;

  @Cluster(
      dataNodes = NODES,
      racks = {"/a", "/b", "/c", "/d"},
      settings = DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false")
  private static BlockFileCluster cluster;

  private final List<DatanodeStorageInfo> storages =
      NodesOfTest.onRacks(List.of(4)).nodes().stream().map(PaperFile::storage).toList();

  /**
   * 40 blocks on 8 nodes, of groups of three: by chance some would have two and others nine. HDFS
   * chooses a group's nodes by chance, so one directory in 25 has a spread of four: five are averaged.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void noNodeHasManyMoreBlocksOfADirectoryThanOthers(int width) throws Exception {
    List<Integer> spreads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Path directory = new Path(cluster.directory("RS-3-2-64k", width), "directory" + i);
      cluster.fs().mkdirs(directory);
      spreads.add(spread(directory, width));
    }
    assertThat(spreads.stream().mapToInt(Integer::intValue).average().orElseThrow())
        .as("%s", spreads).isLessThanOrEqualTo(3);
  }

  /** How many more blocks of a directory the node with the most has than that with the fewest. */
  private static int spread(Path directory, int width) throws Exception {
    Map<String, Integer> blocks = new TreeMap<>();
    for (int i = 0; i < 10; i++) {
      Path file = new Path(directory, "file" + i);
      cluster.write(file, BlockFileCluster.bytes(4L * BLOCK, i));
      for (LocatedStripedBlock stripe : cluster.dataStripes(file)) {
        for (DatanodeInfo node : BlockFileCluster.nodesByIndex(stripe, width)) {
          blocks.merge(node.getXferAddr(), 1, Integer::sum);
        }
      }
    }
    assertThat(blocks).hasSize(NODES);
    return Collections.max(blocks.values()) - Collections.min(blocks.values());
  }

  private void note(EvenPlacement places, int... nodes) {
    places.note(
        DIRECTORY, Arrays.stream(nodes).mapToObj(storages::get).toArray(DatanodeStorageInfo[]::new));
  }

  @Test
  void nodesThatGotMostBlocksAreAvoided() {
    EvenPlacement places = new EvenPlacement(true);
    assertThat(places.crowded(DIRECTORY, 4, 1, false)).isEmpty();
    note(places, 0, 1, 1, 2, 2, 2);
    // Two nodes are left for one member.
    assertThat(places.crowded(DIRECTORY, 4, 1, false))
        .containsExactly(storages.get(2), storages.get(1));
    assertThat(places.crowded(DIRECTORY, 8, 1, false)).as("of many nodes").hasSize(3);
    assertThat(places.crowded(DIRECTORY, 8, 1, true)).as("for all of a group")
        .containsExactly(storages.get(2), storages.get(1));
    assertThat(places.crowded(DIRECTORY, 4, 3, false)).as("all are needed").isEmpty();
    assertThat(places.crowded(DIRECTORY + 1, 4, 1, false)).isEmpty();
    note(places, 3, 3, 3, 0, 0, 1);
    assertThat(places.crowded(DIRECTORY, 4, 1, false)).as("as many on each").isEmpty();
  }

  @Test
  void nodesThatGotTheFewestComeFirst() {
    EvenPlacement places = new EvenPlacement(true);
    note(places, 0, 1, 1, 2, 2, 2);
    assertThat(
            places.fewestFirst(
                DIRECTORY, List.of(storages.get(2), storages.get(0), storages.get(3))))
        .containsExactly(storages.get(3), storages.get(0), storages.get(2));
  }

  @Test
  void theLastBlocksCount() {
    EvenPlacement places = new EvenPlacement(true);
    note(places, 0, 0, 0);
    for (int i = 0; i < 128; i++) {
      note(places, 1);
    }
    assertThat(places.fewestFirst(DIRECTORY, List.of(storages.get(1), storages.get(0))))
        .containsExactly(storages.get(0), storages.get(1));
    note(places, 0);
    assertThat(places.crowded(DIRECTORY, 4, 1, false)).contains(storages.get(0), storages.get(1));
  }

  @Test
  void itCanBeSwitchedOff() {
    Configuration conf = new Configuration(false);
    conf.setBoolean(EvenPlacement.KEY, false);
    EvenPlacement places = EvenPlacement.of(conf);
    note(places, 0, 1, 1);
    assertThat(places.crowded(DIRECTORY, 4, 1, false)).isEmpty();
  }
}
