package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import io.okapifs.hdfs.testing.RepairFaults;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong while data is rebuilt, it is rebuilt in the end, and right. */
class HealingFailureTest {

  /** For a node that is slow to receive. */
  private static final int LOOKS = 100;

  @Cluster(
      dataNodes = 10,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=4",
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false",
        "dfs.datanode.ec.group-repair.window-bytes=" + CELL
      })
  private static BlockFileCluster cluster;
  private static int files;

  private Path file;
  private byte[] bytes;

  @AfterEach
  void restart() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.restartStopped();
    cluster.mini().getDataNodes()
        .forEach(node -> DataNodeTestUtils.setHeartbeatsDisabledForTests(node, false));
    cluster.fs().delete(file, false);
  }

  private void write(int s) throws Exception {
    file = new Path(cluster.directory("RS-3-2-64k", s), "file" + files++);
    bytes = BlockFileCluster.bytes(4L * BLOCK + CELL + 1, files);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
  }

  private void awaitHealed() throws Exception {
    HealthChecks.awaitWhole(cluster, file, bytes);
    HealthChecks.assertHealthy(cluster, file);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void aRestartedNameNodeRebuildsWhatItFindsLost(int s) throws Exception {
    write(s);
    CountDownLatch begun = new CountDownLatch(1);
    RepairFaults.beforeWindows(() -> {
      begun.countDown();
      throw new IOException("the test wants no repair yet");
    });
    cluster.kill(cluster.member(file, 0, 1).node());
    cluster.kill(cluster.member(file, 0, 3).node());
    begun.await();
    cluster.mini().restartNameNode(true);
    cluster.awaitNameNode();
    BlockFileCluster.allowRepairs();
    awaitHealed();
  }

  /** The worker goes on without it; another node gets what it lacks. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aTargetThatDiesInTheMiddleIsReplaced(int s) throws Exception {
    write(s);
    CompletableFuture<DatanodeInfo> receiving = new CompletableFuture<>();
    CountDownLatch killed = new CountDownLatch(1);
    while (!receiving.isDone()) {
      // Where a repair of each was planned, none had a target that only receives.
      HealthChecks.awaitWhole(cluster, file, bytes);
      loseTwo(receiving, killed);
    }
    cluster.kill(receiving.get());
    killed.countDown();
    awaitHealed();
  }

  /** Until a target of the repair is known, which then waits, or the repair has ended. */
  private void loseTwo(CompletableFuture<DatanodeInfo> receiving, CountDownLatch killed)
      throws Exception {
    Replica data = cluster.member(file, 0, 0);
    Replica parity = cluster.member(file, 0, 4);
    AtomicInteger windows = new AtomicInteger();
    // A repair that the test before left behind may count windows, too: only a target tells.
    RepairFaults.beforeWindows(() -> {
      boolean isLate = windows.incrementAndGet() >= 3;
      for (int i = 0; isLate && i < LOOKS && !receiving.isDone(); i++) {
        targetThatOnlyReceives(data, parity).ifPresent(receiving::complete);
        LockSupport.parkNanos(20_000_000);
      }
      if (receiving.isDone()) {
        RepairFaults.await(killed);
      }
    });
    cluster.reportCorrupt(List.of(data, parity));
    BlockFileCluster.await(
        "a target, or the end of the repair",
        () -> receiving.isDone() || isElsewhere(data, 0) && isElsewhere(parity, 4));
  }

  private boolean isElsewhere(Replica lost, int member) throws IOException {
    DatanodeInfo node = cluster.memberIfAny(file, 0, member).node();
    return node != null && !node.equals(lost.node());
  }

  private static Optional<DatanodeInfo> targetThatOnlyReceives(Replica data, Replica parity) {
    return cluster.mini().getDataNodes().stream()
        .filter(node -> holds(node, data) || holds(node, parity))
        .filter(node -> node.getXmitsInProgress() == 0)
        .findFirst()
        .map(node -> new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build());
  }

  private static boolean holds(DataNode node, Replica lost) {
    ExtendedBlock block = lost.block();
    return node.getXferPort() != lost.node().getXferPort()
        && node.getFSDataset().getReplicaString(block.getBlockPoolId(), block.getBlockId())
            .contains("ReplicaInPipeline");
  }

  /** Has repairs choose other helpers while there are any. */
  private static void readLast(Replica replica) throws IOException {
    DataNodeTestUtils.setHeartbeatsDisabledForTests(
        cluster.mini().getDataNodes().get(cluster.nodeNumber(replica.node())), true);
    cluster.mini().getNamesystem().getBlockManager().getDatanodeManager()
        .getDatanode(replica.node()).setXceiverCount(1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void aHelperThatTurnsBadInTheMiddleIsReplacedAndThenRebuiltItself(int s) throws Exception {
    write(s);
    Replica helper = cluster.member(file, 0, 2);
    readLast(cluster.member(file, 0, 4));
    AtomicInteger windows = new AtomicInteger();
    RepairFaults.beforeWindows(() -> {
      // It is opened after this, and read to the bad byte in the last window.
      if (windows.incrementAndGet() == 1) {
        cluster.corruptLastByte(helper);
      }
    });
    cluster.kill(cluster.member(file, 0, 0).node());
    BlockFileCluster.await("the bad helper replaced", () -> {
      DatanodeInfo now = cluster.memberIfAny(file, 0, 2).node();
      return now != null && !now.equals(helper.node());
    });
    awaitHealed();
  }
}
