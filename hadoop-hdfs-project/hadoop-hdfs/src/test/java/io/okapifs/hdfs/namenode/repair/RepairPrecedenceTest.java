package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.namenode.transition.TransitionService;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Repairs do not wait for transitions, however long these may take. */
class RepairPrecedenceTest {

  private static final int NODES = 9;
  private static final int FILES = 12;
  private static final int LOST = 4;

  /** Read and written for three blocks of parity; no data moves, whose groups stay the same. */
  private static final int GROUP_BYTES = 6 * BLOCK;

  /** HDFS's limit of repairs. */
  private static final int MOST_ASKED_OF_A_NODE = 2;

  /** With a repair, and of a target with what is written to it. */
  private static final int PATIENCE_SECONDS = 12;
  private static final int SLOW_SECONDS = 30;
  private static final int VERY_SLOW_SECONDS = 60;

  @Cluster(
      dataNodes = NODES,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=" + PATIENCE_SECONDS,
        DFSConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY + "=" + PATIENCE_SECONDS * 1000,
        TransitionService.MAX_CONCURRENT_KEY + "=" + FILES,
        "dfs.datanode.ec.group-repair.threads=1"
      })
  private static BlockFileCluster cluster;
  private static Transitions transitions;
  private static String target;

  @BeforeAll
  static void addTarget() throws Exception {
    target = cluster.addPolicy("RS-3-3");
    transitions = new Transitions(cluster, "none", () -> {});
  }

  @Test
  void lossesAreRepairedWhileAllNodesEncodeForTransitions() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 3);
    byte[] bytes = BlockFileCluster.bytes(12L * BLOCK, 3);
    Path damaged = new Path(directory, "damaged");
    cluster.write(damaged, bytes);
    Path changing = new Path(directory, "changing");
    for (int i = 0; i < FILES; i++) {
      cluster.write(new Path(changing, "file" + i), bytes);
    }
    limit(GROUP_BYTES / VERY_SLOW_SECONDS);
    for (int i = 0; i < FILES; i++) {
      transitions.begin(new Path(changing, "file" + i), target);
    }
    BlockFileCluster.await("all nodes encoding", () -> Transitions.waitingForLimits() == NODES);
    for (int group = 0; group < LOST; group++) {
      BlockFileCluster.Replica lost = cluster.member(damaged, group, group);
      cluster.delete(lost);
      cluster.reportCorrupt(List.of(lost));
    }
    BlockFileCluster.await("repair", () -> isWhole(damaged, bytes));
    assertThat(cluster.mini().getNamesystem().getPendingReconstructionBlocks())
        .as("asked for at a time, or just repaired")
        .isLessThanOrEqualTo(NODES * MOST_ASKED_OF_A_NODE + LOST);
    assertThat(transitions.status(changing)).hasSize(FILES)
        .extracting(TransitionStatus::step).containsOnly(Step.STARTED);
    limit(0);
    for (int i = 0; i < FILES; i++) {
      transitions.awaitDone(new Path(changing, "file" + i));
      cluster.checkBlocks(new Path(changing, "file" + i), bytes);
    }
  }

  /** One that was asked for again is read as often, and at a rate that limits all of them. */
  @Test
  void anEncodingThatTakesItsTimeIsNotAskedForAgain() throws Exception {
    limit(GROUP_BYTES / SLOW_SECONDS);
    Path file = new Path(cluster.directory("RS-3-2-64k", 3), "slow");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 4);
    cluster.write(file, bytes);
    long start = System.nanoTime();
    transitions.begin(file, target);
    BlockFileCluster.await(
        "end of the transition",
        () -> {
          List<TransitionStatus> status = transitions.status(file);
          assertThat(status).allMatch(each -> each.retries() == 0);
          return status.isEmpty();
        });
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
        .as("beyond the patience with repairs").isGreaterThan(3 * PATIENCE_SECONDS / 2);
    cluster.checkBlocks(file, bytes);
  }

  private static void limit(int bytesPerSecond) throws Exception {
    cluster.mini().getNameNode()
        .reconfigureProperty(
            TransitionService.BANDWIDTH_KEY, Integer.toString(bytesPerSecond));
  }

  private static boolean isWhole(Path file, byte[] bytes) throws Exception {
    try {
      cluster.checkBlocks(file, bytes);
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }
}
