package io.okapifs.hdfs.namenode.ops;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.FsckRun;
import io.okapifs.hdfs.testing.HealthChecks;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.blockmanagement.LateMessages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file system check and `hdfs ec -layout` agree on what is misplaced. */
class FsckPlacementTest {

  private static final int NODES = 18;
  private static final String SUM = "Unsatisfactory placement block groups:";

  private static BlockFileCluster cluster(int racks) throws Exception {
    return new BlockFileCluster(
        IntStream.range(0, NODES).mapToObj(node -> "/r" + node % racks).toArray(String[]::new),
        conf -> conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY, false));
  }

  /** What the check counts, which must be as many as the lines that it has for them. */
  private static long misplaced(BlockFileCluster cluster) throws Exception {
    List<String> lines = FsckRun.run(cluster, "/").report().lines().toList();
    String sum = lines.stream().filter(line -> line.contains(SUM)).findFirst().orElseThrow();
    long count = Long.parseLong(sum.substring(sum.indexOf(SUM) + SUM.length()).trim().split(" ")[0]);
    assertThat(lines.stream().filter(line -> line.contains("placement policy is violated")))
        .hasSize((int) count);
    return count;
  }

  /** Nine members on seven racks are two on some: that is the best there is. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 7, 9})
  void aFileThatLiesAsWellAsItCanIsNotMisplaced(int racks) throws Exception {
    try (BlockFileCluster cluster = cluster(racks)) {
      for (String code : List.of("RS-3-2", "RS-6-3", "LESS4-10-4", "HHXORPLUS-6-3", "SHEC3-6-4")) {
        for (int width : new int[] {1, 2, 3, 6}) {
          Path file = new Path(cluster.directory(cluster.addPolicy(code), width), "well");
          byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + 9, width);
          cluster.write(file, bytes);
          HealthChecks.awaitWhole(cluster, file, bytes);
        }
      }
      // A tail group may have to wait until one of its members has moved.
      BlockFileCluster.await("all lie well", () -> misplaced(cluster) == 0);
    }
  }

  @Test
  void aMemberOnTheNodeOfAnotherOneIsMisplaced() throws Exception {
    try (BlockFileCluster cluster = cluster(6)) {
      Path file = new Path(cluster.directory("RS-6-3-64k", 1), "wrong");
      byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 1);
      cluster.write(file, bytes);
      HealthChecks.awaitWhole(cluster, file, bytes);
      Replica moved = cluster.member(file, 0, 0);
      Replica beside = cluster.member(file, 0, 1);
      cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
      moved.block().setNumBytes(BLOCK);
      LateMessages.move(
          cluster.mini().getNamesystem(), moved.block(), moved.node(), beside.node());
      assertThat(misplaced(cluster)).isOne();
    }
  }
}
