package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.tools.EcRun;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.Test;

/** Transitions take no more nodes and bandwidth than they may. */
class TransitionLimitsTest extends TransitionLimitsCases {

  /** Six blocks are read and three written by one node; it may begin with half a second's bytes. */
  private static final double LEAST_SECONDS = 9.0 * BLOCK / BYTES_PER_SECOND - 1;

  @Test
  void tooFewNodesForAGroupAreRefusedUnlessForced() throws Exception {
    cluster.addPolicy("RS-9-3");
    Path file = write("crowded", 9);
    EcRun.Outcome refused = begin(file, "RS-9-3-64k");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).anyMatch(
        line -> line.contains("members=12, dataNodes=10, policy=RS-9-3-64k; -force"));
    assertThat(transitions.status(file)).isEmpty();
    assertThat(begin(file, "RS-9-3-64k", "-force", "-wait").exitCode()).isZero();
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-9-3-64k");
    assertThat(cluster.read(file)).isEqualTo(BlockFileCluster.bytes(9L * BLOCK, 9));
    assertThat(EcRun.run(cluster.fs().getConf(), "-layout", "-path", file.toString()).out())
        .anyMatch(line -> line.contains("1 group with members on shared nodes"));
    // A group that the file is too short for needs no more nodes than its members.
    assertThat(begin(write("short", 6), "RS-9-3-64k", "-wait").exitCode()).isZero();
  }

  /** At two bytes a second it would take weeks. */
  @Test
  void aNewLimitReachesDataNodesWhileTheyEncode() throws Exception {
    NameNode nameNode = cluster.mini().getNameNode();
    String share = TransitionService.SHARE_KEY;
    String bandwidth = TransitionService.BANDWIDTH_KEY;
    assertThat(nameNode.getReconfigurableProperties()).contains(share, bandwidth);
    assertThatThrownBy(() -> nameNode.reconfigureProperty(share, "101"))
        .isInstanceOf(ReconfigurationException.class)
        .rootCause().hasMessageContaining("sharePercent=101");
    nameNode.reconfigureProperty(bandwidth, "2");
    try {
      Path file = write("fast", 6);
      transitions.begin(file, "RS-6-3-64k");
      BlockFileCluster.await("a node at work", () -> Transitions.waitingForLimits() > 0);
      nameNode.reconfigureProperty(bandwidth, null);
      transitions.awaitDone(file);
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
    } finally {
      nameNode.reconfigureProperty(bandwidth, Integer.toString(BYTES_PER_SECOND));
    }
  }

  @Test
  void aNodeReadsAndWritesForTransitionsNoFasterThanItMay() throws Exception {
    Path file = write("slow", 6);
    long start = System.nanoTime();
    transitions.run(file, "RS-6-3-64k");
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(seconds).isGreaterThan(LEAST_SECONDS);
  }
}
