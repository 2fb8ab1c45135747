package io.okapifs.hdfs.namenode.repair;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.HealthChecks;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.LateMessages;
import org.apache.hadoop.hdfs.server.blockmanagement.PlannedRepair;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A repair that takes long is planned again while it still runs. */
class ConcurrentRepairsTest {

  private static final int NODES = 9;

  @Cluster(
      dataNodes = NODES,
      settings = {
        DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY + "=2",
        DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_CONSIDERLOAD_KEY + "=false"
      })
  private static BlockFileCluster cluster;

  @AfterEach
  void allowRepairs() {
    BlockFileCluster.allowRepairs();
  }

  /** Two members lost at different times: the second plan must not use the first one's target. */
  @Test
  void membersOfAGroupDoNotMeetOnANode() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 1);
    Path file = written(3, "slow", bytes);
    CountDownLatch second = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    DataNodeFaultInjector.set(
        new DataNodeFaultInjector() {
          @Override
          public void stripedBlockReconstruction() throws IOException {
            begun.incrementAndGet();
            await(second);
          }
        });
    cluster.reportCorrupt(List.of(cluster.member(file, 0, 0)));
    BlockFileCluster.await("first repair", () -> begun.get() == 1);
    BlockFileCluster.await("the same repair again", () -> begun.get() >= 2);
    cluster.reportCorrupt(List.of(cluster.member(file, 0, 4)));
    BlockFileCluster.await("repair of another member", () -> begun.get() >= 3);
    second.countDown();
    HealthChecks.awaitWhole(cluster, file, bytes);
    Set<DatanodeInfo> nodes = new HashSet<>();
    for (int member = 0; member < 5; member++) {
      nodes.add(cluster.member(file, 0, member).node());
    }
    assertThat(nodes).hasSize(5);
    HealthChecks.assertHealthy(cluster, file);
  }

  /** A file all of whose blocks are reported. */
  private static Path written(int stripeWidth, String name, byte[] bytes) throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", stripeWidth), name);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    return file;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aSecondBlockOfAGroupOnANodeIsDeletedIfItLivesElsewhere() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 2);
    Path file = written(3, "second", bytes);
    Replica own = cluster.member(file, 0, 0);
    Replica other = cluster.member(file, 0, 1);
    File copy = copyTo(own, other);
    DataNode node = cluster.mini().getDataNodes().get(cluster.nodeNumber(own.node()));
    DataNodeTestUtils.runDirectoryScanner(node);
    BlockFileCluster.await("the second block deleted", () -> {
      // What a node reported first after the start does not count against other nodes.
      cluster.mini().triggerBlockReports();
      return !copy.exists();
    });
    DataNodeTestUtils.triggerDeletionReport(node);
    assertThat(cluster.member(file, 0, 0).node()).isEqualTo(own.node());
    assertThat(cluster.member(file, 0, 1).node()).isEqualTo(other.node());
    HealthChecks.awaitWhole(cluster, file, bytes);
    cluster.checkBlocks(file, bytes);
  }

  /** A NameNode that is behind its journal takes reports in later, on another way. */
  @Test
  void aLateDeletionOfASecondBlockLeavesTheFirst() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 4);
    Path file = written(3, "late", bytes);
    BlockFileCluster.failRepairs();
    Replica own = cluster.member(file, 0, 0);
    Replica other = cluster.member(file, 0, 1);
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    own.block().setNumBytes(BLOCK);
    LateMessages.receivedAndDeleted(namesystem, own.node(), own.block(), other.block());
    assertThat(cluster.member(file, 0, 0).node()).isEqualTo(own.node());
    LateMessages.deleted(namesystem, own.node(), own.block());
    assertThat(cluster.memberIfAny(file, 0, 0).node()).isNull();
  }

  /** The NameNode plans under its lock, chooses targets without it, and takes it again. */
  @Test
  void aFileThatIsDeletedWhileTargetsAreChosenIsNotRepaired() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK, 3);
    Path file = written(2, "deleted", bytes);
    BlockFileCluster.failRepairs();
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockInfo stripe = BlockFileCluster.blocks(namesystem, file)[0];
    cluster.reportCorrupt(List.of(cluster.member(file, 0, 0), cluster.member(file, 0, 4)));
    AtomicReference<PlannedRepair> repair = new AtomicReference<>();
    BlockFileCluster.await("a plan between two of the NameNode's own", () -> {
      repair.set(PlannedRepair.of(namesystem, stripe, true));
      return repair.get() != null;
    });
    cluster.fs().delete(file, false);
    repair.get().chooseTargets();
    assertThat(repair.get().targets()).isPositive();
    assertThat(repair.get().isOverdue(namesystem)).isTrue();
  }

  /** A part of the lost members would cost the reads of all of them. */
  @Test
  void aGroupWaitsForTargetsThatHaveEnoughToDoUnlessItIsInDanger() throws Exception {
    Path file = written(2, "busy", BlockFileCluster.bytes(3L * BLOCK, 4));
    BlockFileCluster.failRepairs();
    List<Replica> lost = List.of(cluster.member(file, 0, 0), cluster.member(file, 0, 4));
    Set<DatanodeInfo> holders = new HashSet<>();
    for (int member = 0; member < 5; member++) {
      holders.add(cluster.member(file, 0, member).node());
    }
    // Avoided as well, for it holds the rest of a stripe.
    holders.add(cluster.member(file, 1, 0).node());
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockInfo stripe = BlockFileCluster.blocks(namesystem, file)[0];
    // The NameNode plans nothing of its own in safe mode, and so leaves the free node free.
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    try {
      cluster.reportCorrupt(lost);
      holdHeartbeats(true);
      cluster.mini().getDataNodes().stream()
          .filter(node -> !holders.contains(node.getDatanodeId()))
          .skip(1)
          .forEach(node -> PlannedRepair.fill(namesystem, node.getDatanodeUuid()));
      for (int i = 0; i < 20; i++) {
        assertThat(targets(namesystem, stripe, false)).isZero();
      }
      BlockFileCluster.await("one target", () -> targets(namesystem, stripe, true) == 1);
    } finally {
      cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      PlannedRepair.empty(namesystem);
      holdHeartbeats(false);
    }
  }

  /** Without them a code that reads little would read whole blocks of all others. */
  @Test
  void nodesThatHaveEnoughToDoAreReadAllTheSame() throws Exception {
    Path file = written(2, "helpers", BlockFileCluster.bytes(3L * BLOCK, 5));
    BlockFileCluster.failRepairs();
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    BlockInfo parities = BlockFileCluster.blocks(namesystem, file)[0];
    DatanodeInfo helper = cluster.member(file, 0, 1).node();
    cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    try {
      cluster.reportCorrupt(List.of(cluster.member(file, 0, 4)));
      holdHeartbeats(true);
      PlannedRepair.fill(namesystem, helper.getDatanodeUuid());
      assertThat(plan(namesystem, parities, false).sources()).isEqualTo(4);
    } finally {
      cluster.fs().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      PlannedRepair.empty(namesystem);
      holdHeartbeats(false);
    }
  }

  private static int targets(FSNamesystem namesystem, BlockInfo block, boolean urgent)
      throws Exception {
    PlannedRepair repair = plan(namesystem, block, urgent);
    repair.chooseTargets();
    return repair.targets();
  }

  private static PlannedRepair plan(FSNamesystem namesystem, BlockInfo block, boolean urgent)
      throws Exception {
    AtomicReference<PlannedRepair> repair = new AtomicReference<>();
    BlockFileCluster.await("a plan between two of the NameNode's own", () -> {
      repair.set(PlannedRepair.of(namesystem, block, urgent));
      return repair.get() != null;
    });
    return repair.get();
  }

  private static void holdHeartbeats(boolean hold) {
    cluster.mini().getDataNodes()
        .forEach(node -> DataNodeTestUtils.setHeartbeatsDisabledForTests(node, hold));
  }

  /** Puts a replica beside another one on the latter's node, in its files alone. */
  private static File copyTo(Replica place, Replica replica) throws IOException {
    int from = cluster.nodeNumber(replica.node());
    int to = cluster.nodeNumber(place.node());
    File folder = cluster.mini().getBlockFile(to, place.block()).getParentFile();
    File block = cluster.mini().getBlockFile(from, replica.block());
    File meta = cluster.mini().getBlockMetadataFile(from, replica.block());
    File copy = new File(folder, block.getName());
    Files.copy(meta.toPath(), new File(folder, meta.getName()).toPath());
    Files.copy(block.toPath(), copy.toPath());
    return copy;
  }
}
