package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every stripe width with every policy at every edge of the layout, before and after a restart of
 * the NameNode, with block files held against an oracle; and every loss that RS-3-2 survives.
 */
class LayoutMatrixTest {

  private static final String RS_3_2 = "RS-3-2-64k";
  private static final int MEMBERS = 5;

  private static BlockFileCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = new BlockFileCluster(16);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  static Stream<Arguments> policiesAndWidths() {
    return Stream.of(RS_3_2, "RS-6-3-64k")
        .flatMap(policy -> Stream.of(1, 2, 3, 5, 6, 8, 16).map(s -> Arguments.of(policy, s)));
  }

  @ParameterizedTest
  @MethodSource("policiesAndWidths")
  void filesAtEveryEdgeAreExactOnEveryDiskBeforeAndAfterRestartAndLeaveNoBlockBehind(
      String policy, int stripeWidth) throws Exception {
    Path directory = cluster.directory(policy, stripeWidth);
    long blocksBefore = totalBlocks();
    Map<Path, byte[]> files = new HashMap<>();
    for (long length : edges(layoutOf(directory))) {
      Path file = new Path(directory, "length-" + length);
      files.put(file, BlockFileCluster.bytes(length, length));
      cluster.write(file, files.get(file));
      checkContent(file, files.get(file));
      cluster.checkBlocks(file, files.get(file));
    }
    cluster.restartNameNode();
    for (Map.Entry<Path, byte[]> file : files.entrySet()) {
      checkContent(file.getKey(), file.getValue());
      cluster.checkBlocks(file.getKey(), file.getValue());
    }
    cluster.fs().delete(directory, true);
    BlockFileCluster.await("no block left behind", () -> totalBlocks() == blocksBefore);
  }

  /** Lengths at and around the ends of cell, row, block, stripe and group. */
  private static Set<Long> edges(FileLayout layout) {
    int k = layout.policy().k();
    long last = layout.blockSize() - 1;
    long[] ends = {
      CELL,
      (long) CELL * layout.stripeWidth(),
      layout.fileOffset(0, last) + 1,
      layout.stripeSize(),
      layout.fileOffset(k - 1, 0) + 1,
      layout.fileOffset(k - 1, last) + 1,
      layout.fileOffset(k, 0) + CELL
    };
    Set<Long> lengths = new TreeSet<>(Set.of(0L, 1L));
    for (long end : ends) {
      lengths.addAll(Set.of(end - 1, end, end + 1));
    }
    return lengths;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6, 8, 16})
  void everyLossOfUpToTwoMembersIsReadBeforeAndAfterRestartInFullAndTailGroups(int stripeWidth)
      throws Exception {
    Path directory = cluster.directory(RS_3_2, stripeWidth);
    byte[] bytes = BlockFileCluster.bytes(4L * BlockFileCluster.BLOCK + CELL + 5, stripeWidth);
    int patterns = 0;
    for (int first = 0; first < MEMBERS; first++) {
      for (int second = first; second < MEMBERS; second++) {
        Path file = new Path(directory, "lost-" + first + "-" + second);
        cluster.write(file, bytes);
        loseMembers(file, bytes.length, new TreeSet<>(List.of(first, second)));
        checkContent(file, bytes);
        patterns++;
      }
    }
    assertThat(patterns).isEqualTo(15);
    cluster.restartNameNode();
    for (var status : cluster.fs().listStatus(directory)) {
      checkContent(status.getPath(), bytes);
    }
    cluster.fs().delete(directory, true);
  }

  /** Loses the given members of every group, as far as the group has them. */
  private static void loseMembers(Path file, long length, Set<Integer> lost) throws Exception {
    FileLayout layout = cluster.layout(file);
    long groups = layout.groupCount(length);
    cluster.awaitParityGroups(file, groups, layout.policy().r());
    for (int g = 0; g < groups; g++) {
      for (int member : lost) {
        if (member >= layout.policy().k() || member < layout.dataMembers(g, length)) {
          cluster.delete(cluster.member(file, g, member));
        }
      }
    }
  }

  private static FileLayout layoutOf(Path directory) throws Exception {
    Path probe = new Path(directory, "probe");
    cluster.write(probe, new byte[0]);
    FileLayout layout = cluster.layout(probe);
    cluster.fs().delete(probe, false);
    return layout;
  }

  private static void checkContent(Path file, byte[] bytes) throws IOException {
    assertThat(cluster.read(file)).as("content of %s", file).isEqualTo(bytes);
  }

  private static long totalBlocks() {
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    return blocks.getTotalBlocks();
  }
}
