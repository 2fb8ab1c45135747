package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every stripe width with a policy at every edge of the layout, before and after a restart of the
 * NameNode, with block files held against an oracle.
 */
abstract class LayoutMatrixCases {

  @Cluster(dataNodes = 16)
  private static BlockFileCluster cluster;

  private final String policy;

  LayoutMatrixCases(String policy) {
    this.policy = policy;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6, 8, 16})
  void filesAtEveryEdgeAreExactOnEveryDiskBeforeAndAfterRestartAndLeaveNoBlockBehind(
      int stripeWidth) throws Exception {
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
