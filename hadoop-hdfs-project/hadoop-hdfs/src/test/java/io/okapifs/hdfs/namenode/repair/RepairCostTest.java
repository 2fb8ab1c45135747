package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.RepairCounters;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a repair reads and writes, as the DataNodes count it. No node is restarted here: one would
 * find the old counters by its name.
 */
class RepairCostTest {

  private static final int K = 3;

  @Cluster(dataNodes = 9)
  private static BlockFileCluster cluster;

  /** Members of one stripe, of several stripes, and of data and parity, in one pass. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 0, 2", "2, 0, 2", "3, 0, 1", "3, 2, 4", "1, 1, 3", "2, 3, 4"})
  void aPassReadsKMembersHoweverManyItRebuilds(int s, int first, int second) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", s), "pass" + first + second);
    // Whole stripes, so that every member of the first group is a full block.
    long blocks = (K + s - 1) / s * s;
    byte[] bytes = BlockFileCluster.bytes(blocks * BLOCK, s);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    RepairCounters before = RepairCounters.of(cluster);
    List<Replica> losses = new ArrayList<>(List.of(cluster.member(file, 0, first)));
    if (second != first) {
      losses.add(cluster.member(file, 0, second));
    }
    cluster.reportCorrupt(losses);
    HealthChecks.awaitWhole(cluster, file, bytes);
    RepairCounters pass = new RepairCounters((long) K * BLOCK, (long) losses.size() * BLOCK);
    BlockFileCluster.await("the pass counted",
        () -> RepairCounters.of(cluster).since(before).bytesWritten() >= pass.bytesWritten());
    assertThat(RepairCounters.of(cluster).since(before)).isEqualTo(pass);
  }
}
