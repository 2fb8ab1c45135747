package io.okapifs.hdfs.read;

import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.layout.FileLayout;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every loss that RS-3-2 survives, with every stripe width. */
class LossMatrixTest {

  private static final String RS_3_2 = "RS-3-2-64k";
  private static final int MEMBERS = 5;

  @Cluster(dataNodes = 16)
  private static BlockFileCluster cluster;

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
        assertThat(cluster.read(file)).as("content of %s", file).isEqualTo(bytes);
        patterns++;
      }
    }
    assertThat(patterns).isEqualTo(15);
    cluster.restartNameNode();
    cluster.awaitReports();
    for (var status : cluster.fs().listStatus(directory)) {
      assertThat(cluster.read(status.getPath())).as("content of %s", status.getPath())
          .isEqualTo(bytes);
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
}
