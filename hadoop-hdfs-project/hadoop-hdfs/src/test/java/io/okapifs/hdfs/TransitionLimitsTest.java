package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.tools.EcRun;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.TransitionService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Transitions take turns, and no more bandwidth than they may. */
class TransitionLimitsTest {

  private static final int BYTES_PER_SECOND = 512 << 10;

  private static BlockFileCluster cluster;
  private static Transitions transitions;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        new BlockFileCluster(
            10,
            conf -> {
              conf.setInt(TransitionService.MAX_CONCURRENT_KEY, 1);
              conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 20);
              conf.setInt("dfs.datanode.ec.transition.bandwidthPerSec", BYTES_PER_SECOND);
            });
    cluster.directory("RS-6-3-64k", 2);
    transitions = new Transitions(cluster, "none", () -> {});
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static Path write(String name, int blocks) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", 2), name);
    cluster.write(file, BlockFileCluster.bytes((long) blocks * BLOCK, blocks));
    cluster.checkBlocks(file, BlockFileCluster.bytes((long) blocks * BLOCK, blocks));
    return file;
  }

  @Test
  void urgentOnesGoFirstAndTheOthersInTheirOrder() throws Exception {
    BlockFileCluster.failRepairs();
    Path first = write("first", 3);
    Path second = write("second", 3);
    Path third = write("third", 3);
    Path urgent = write("urgent", 3);
    try {
      for (Path file : List.of(first, second, third)) {
        transitions.begin(file, "RS-6-3-64k");
        transitions.awaitStep(first, Step.STARTED);
      }
      EcRun.Outcome outcome =
          EcRun.run(
              cluster.fs().getConf(), "-transition", "-path", urgent.toString(), "-policy",
              "RS-6-3-64k", "-urgent");
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
      assertThat(transitions.status(new Path("/")))
          .extracting(TransitionStatus::path)
          .containsExactly(
              first.toString(), urgent.toString(), second.toString(), third.toString());
      transitions.client().cancel(third);
      transitions.client().cancel(first);
      transitions.awaitStep(urgent, Step.STARTED);
      assertThat(transitions.status(new Path("/")))
          .extracting(TransitionStatus::step)
          .containsExactly(Step.STARTED, Step.QUEUED);
      transitions.client().pause(urgent);
      transitions.awaitStep(second, Step.STARTED);
      transitions.client().resume(urgent);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    for (Path file : List.of(urgent, second)) {
      transitions.awaitDone(file);
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-6-3-64k");
    }
    for (Path file : List.of(first, third)) {
      assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-3-2-64k");
    }
  }

  @Test
  void aNodeReadsAndWritesForTransitionsNoFasterThanItMay() throws Exception {
    Path file = write("slow", 6);
    long start = System.nanoTime();
    transitions.run(file, "RS-6-3-64k");
    double seconds = (System.nanoTime() - start) / 1e9;
    // Six blocks are read and three written by one node; it may begin with half a second's bytes.
    double least = 9.0 * BLOCK / BYTES_PER_SECOND - 1;
    assertThat(seconds).isGreaterThan(least);
  }

  @Test
  void nonsenseIsRefused() throws Exception {
    Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
    conf.setInt(TransitionService.MAX_CONCURRENT_KEY, 0);
    assertThatThrownBy(() -> TransitionService.maxConcurrent(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(TransitionService.MAX_CONCURRENT_KEY);
    EcRun.Outcome outcome =
        EcRun.run(
            cluster.fs().getConf(), "-transition", "-path", "/", "-policy", "RS-6-3-64k",
            "-olderThan", "soon");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).anyMatch(line -> line.contains("soon"));
  }
}
