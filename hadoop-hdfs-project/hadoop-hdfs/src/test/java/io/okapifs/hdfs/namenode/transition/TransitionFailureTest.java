package io.okapifs.hdfs.namenode.transition;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.datanode.repair.GroupRepairService;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.RepairFaults;
import io.okapifs.hdfs.testing.Transitions;
import io.okapifs.hdfs.transition.TransitionRecord.Step;
import io.okapifs.hdfs.transition.TransitionStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Whatever goes wrong while new parity is encoded: the file keeps its bytes and its protection. */
class TransitionFailureTest {

  private static final String TO = "RS-6-3-64k";
  private static final int WINDOWS = BLOCK / CELL;

  @Cluster(
      dataNodes = 12,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=4",
        "dfs.datanode.ec.group-repair.window-bytes=" + CELL
      })
  private static BlockFileCluster cluster;
  private static Transitions transitions;

  private Path file;
  private byte[] bytes;

  @BeforeAll
  static void makeDirectory() throws Exception {
    cluster.directory(TO, 2);
    transitions = new Transitions(cluster, "none", () -> {});
  }

  /** Four groups, which become two. */
  @BeforeEach
  void write(TestInfo test) throws Exception {
    file = new Path(cluster.directory("RS-3-2-64k", 3), test.getTestMethod().get().getName());
    bytes = BlockFileCluster.bytes(12L * BLOCK - CELL / 2, 12);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
  }

  @AfterEach
  void healAll() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.restartStopped();
  }

  private void awaitChanged() throws Exception {
    transitions.awaitDone(file);
    assertThat(cluster.layout(file).policy().name()).isEqualTo(TO);
    HealthChecks.awaitWhole(cluster, file, bytes);
    assertThat(cluster.read(file)).isEqualTo(bytes);
    HealthChecks.assertHealthy(cluster, file);
  }

  /** Begins, and holds the encoding before a window, once, until told to let it go. */
  private CountDownLatch holdInWindow(int window) throws Exception {
    final CountDownLatch held = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    AtomicInteger windows = new AtomicInteger();
    RepairFaults.beforeWindows(
        () -> {
          if (windows.incrementAndGet() == window) {
            held.countDown();
            RepairFaults.await(release);
          }
        });
    transitions.begin(file, TO);
    held.await();
    return release;
  }

  @Test
  void aNodeThatDiesWhileItEncodesIsReplaced() throws Exception {
    holdInWindow(3);
    DataNode worker = RepairFaults.nodeAtWork(cluster);
    cluster.kill(
        new DatanodeInfo.DatanodeInfoBuilder().setNodeID(worker.getDatanodeId()).build());
    awaitChanged();
  }

  /** It is rebuilt from the old parity, which stays until the new one is whole. */
  @Test
  void dataThatIsLostWhileItIsEncodedIsRebuilt() throws Exception {
    CountDownLatch release = holdInWindow(2);
    int worker = RepairFaults.nodeAtWork(cluster).getXferPort();
    int lost = 0;
    for (int member = 0; member < 3 && lost < 2; member++) {
      DatanodeInfo node = cluster.member(file, 1, member).node();
      if (node.getXferPort() != worker) {
        cluster.kill(node);
        lost++;
      }
    }
    assertThat(lost).as("all that the old code repairs").isEqualTo(2);
    release.countDown();
    awaitChanged();
  }

  @Test
  void aTransitionWaitsForSpace() throws Exception {
    final Set<String> before = cluster.blocksOnDisk();
    List<FsVolumeImpl> volumes = new ArrayList<>();
    for (DataNode node : cluster.mini().getDataNodes()) {
      volumes.addAll(RepairFaults.fill(node));
    }
    try {
      BlockFileCluster.await(
          "heartbeats",
          () ->
              Stream.of(cluster.fs().getDataNodeStats())
                  .allMatch(node -> node.getRemaining() == 0));
      transitions.begin(file, TO);
      transitions.awaitStep(file, Step.STARTED);
      assertThat(cluster.read(file)).isEqualTo(bytes);
      assertThat(before).containsAll(cluster.blocksOnDisk());
    } finally {
      volumes.forEach(volume -> volume.setCapacityForTesting(-1));
    }
    awaitChanged();
  }

  /** As a node finds out only when it writes. */
  @Test
  void targetsThatAreFullCostNothingButTime() throws Exception {
    final Set<String> before = cluster.blocksOnDisk();
    CountDownLatch release = holdInWindow(1);
    List<FsVolumeImpl> volumes = new ArrayList<>();
    for (DataNode node : cluster.mini().getDataNodes()) {
      if (!GroupRepairService.isAtWork(node)) {
        volumes.addAll(RepairFaults.fill(node));
      }
    }
    release.countDown();
    BlockFileCluster.await(
        "a worker's own parity", () -> !before.containsAll(cluster.blocksOnDisk()));
    assertThat(transitions.status(file)).extracting(TransitionStatus::step)
        .containsExactly(Step.STARTED);
    volumes.forEach(volume -> volume.setCapacityForTesting(-1));
    awaitChanged();
  }

  @Test
  void whatIsCancelledWhileItIsEncodedLeavesNothing() throws Exception {
    final Set<String> before = cluster.blocksOnDisk();
    CountDownLatch release = holdInWindow(WINDOWS);
    transitions.client().cancel(file);
    release.countDown();
    assertNothingLeft(before);
  }

  @Test
  void whatIsCancelledWithSomeGroupsReadyLeavesNothing() throws Exception {
    final Set<String> before = cluster.blocksOnDisk();
    AtomicInteger windows = new AtomicInteger();
    // Two nodes may encode the two groups at the same time.
    AtomicReference<Thread> first = new AtomicReference<>();
    RepairFaults.beforeWindows(
        () -> {
          first.compareAndSet(null, Thread.currentThread());
          if (first.get() != Thread.currentThread() || windows.incrementAndGet() > WINDOWS) {
            throw new IOException("the test wants one group alone");
          }
        });
    transitions.begin(file, TO);
    BlockFileCluster.await(
        "one group of two",
        () -> transitions.status(file).stream().anyMatch(each -> each.ready() > 0)
            || cluster.blocksOnDisk().size() >= before.size() + 3);
    transitions.client().cancel(file);
    assertNothingLeft(before);
  }

  private void assertNothingLeft(Set<String> before) throws Exception {
    BlockFileCluster.allowRepairs();
    assertThat(transitions.status(new Path("/"))).isEmpty();
    assertThat(cluster.layout(file).policy().name()).isEqualTo("RS-3-2-64k");
    BlockFileCluster.await(
        "nothing new on the disks", () -> before.containsAll(cluster.blocksOnDisk()));
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
  }

  @Test
  void aFileThatIsDeletedWhileItIsEncodedLeavesNothing() throws Exception {
    final Set<String> before = cluster.blocksOnDisk();
    Path other = new Path(file.getParent(), "deleted");
    cluster.write(other, bytes);
    HealthChecks.awaitWhole(cluster, other, bytes);
    Path kept = file;
    file = other;
    CountDownLatch release = holdInWindow(WINDOWS);
    cluster.fs().delete(other, false);
    release.countDown();
    file = kept;
    assertNothingLeft(before);
  }
}
