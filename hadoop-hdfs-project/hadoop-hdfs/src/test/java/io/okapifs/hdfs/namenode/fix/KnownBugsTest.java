package io.okapifs.hdfs.namenode.fix;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.fix.UpstreamFix;
import io.okapifs.hdfs.layout.GroupIds;
import io.okapifs.hdfs.recovery.Forgoing;
import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.BlockFileCluster.Replica;
import io.okapifs.hdfs.testing.HealthChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.LostCommands;
import org.apache.hadoop.hdfs.server.datanode.BusyNodes;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FullReportHook;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.junit.jupiter.api.Test;

/** Bugs of HDFS 3.3.6 by which files stay open, replicas are forgotten, or blocks are moved. */
class KnownBugsTest extends KnownBugsCases {

  /** HDFS-17094. The nodes behind the silent one are asked for the blocks before theirs. */
  @Test
  void aSilentNodeNoLongerKeepsACoupledFileOpenForEver() throws Exception {
    cluster.fs().mkdirs(COUPLED);
    cluster.fs().setErasureCodingPolicy(COUPLED, POLICY);
    Path file = new Path(COUPLED, "abandoned");
    byte[] bytes = BlockFileCluster.bytes(4L * K * CELL, 1);
    cluster.kill(abandon(file, bytes, N, N)[0]);
    switchFix(UpstreamFix.HDFS_17094, false);
    try {
      failThreeTimes(file);
    } finally {
      switchFix(UpstreamFix.HDFS_17094, true);
    }
    recover(file);
    assertPrefix(file, bytes);
  }

  @Test
  void aSilentNodeDoesNotKeepADecoupledFileOpen() throws Exception {
    cluster.mini().getConfiguration(0).setLong(Forgoing.WAIT_KEY, 0);
    Path file = new Path(cluster.directory(POLICY, 4), "abandoned");
    byte[] bytes = BlockFileCluster.bytes(12L * CELL, 2);
    cluster.kill(abandon(file, bytes, 4, 4)[2]);
    recover(file);
    assertPrefix(file, bytes);
    assertThat(cluster.fs().getFileStatus(file).getLen()).isLessThanOrEqualTo(2 * CELL);
  }

  /** HDFS-17150, HDFS-17358: fewer blocks with bytes than HDFS asks for, on restarted nodes. */
  @Test
  void emptyReplicasKeepACoupledFileOpenAndNoDecoupledOne() throws Exception {
    cluster.mini().getConfiguration(0).setLong(Forgoing.WAIT_KEY, 0);
    cluster.fs().mkdirs(COUPLED);
    cluster.fs().setErasureCodingPolicy(COUPLED, POLICY);
    Path coupled = new Path(COUPLED, "begun");
    Path decoupled = new Path(cluster.directory(POLICY, 4), "begun");
    byte[] bytes = BlockFileCluster.bytes(CELL, 6);
    Set<DatanodeInfo> nodes = new LinkedHashSet<>();
    nodes.addAll(List.of(abandon(coupled, bytes, 1, N)));
    nodes.addAll(List.of(abandon(decoupled, bytes, 1, 4)));
    for (DatanodeInfo node : nodes) {
      cluster.stop(node);
    }
    cluster.restartStopped();
    failThreeTimes(coupled);
    recover(decoupled);
    assertPrefix(decoupled, bytes);
  }

  /**
   * Writes without closing until the first blocks of the only stripe have bytes.
   *
   * @return the nodes by index
   */
  private static DatanodeInfo[] abandon(Path file, byte[] bytes, int begun, int width)
      throws Exception {
    cluster.mini().getNamesystem().getBlockManager().setBlockRecoveryTimeout(1500);
    FSDataOutputStream out = cluster.create(file);
    out.write(bytes);
    out.flush();
    BlockFileCluster.await("bytes in the first blocks", () -> hasBytes(file, begun, width));
    LocatedStripedBlock stripe = cluster.dataStripes(file).get(0);
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    return BlockFileCluster.nodesByIndex(stripe, width);
  }

  private static boolean hasBytes(Path file, int begun, int width) throws IOException {
    List<LocatedStripedBlock> stripes = cluster.dataStripes(file);
    if (stripes.isEmpty()) {
      return false;
    }
    LocatedStripedBlock stripe = stripes.get(0);
    for (int i = 0; i < begun; i++) {
      DatanodeInfo node = BlockFileCluster.nodesByIndex(stripe, width)[i];
      ReplicaInfo replica =
          DataNodeTestUtils.fetchReplicaInfo(
              cluster.mini().getDataNodes().get(cluster.nodeNumber(node)),
              stripe.getBlock().getBlockPoolId(), stripe.getBlock().getBlockId() + i);
      if (replica == null || replica.getBytesOnDisk() == 0) {
        return false;
      }
    }
    return true;
  }

  /** Asks for the file to be closed until the NameNode has given up on three attempts. */
  private static void failThreeTimes(Path file) throws Exception {
    for (int i = 0; i <= 3; i++) {
      long before = recoveryId(file);
      BlockFileCluster.await("attempt " + i, () -> {
        cluster.mini().triggerHeartbeats();
        assertThat(cluster.fs().recoverLease(file)).isFalse();
        return recoveryId(file) != before;
      });
    }
  }

  private static void recover(Path file) throws Exception {
    BlockFileCluster.await(file + " closed", () -> {
      cluster.mini().triggerHeartbeats();
      return cluster.fs().recoverLease(file);
    });
  }

  private static void assertPrefix(Path file, byte[] bytes) throws Exception {
    int length = (int) cluster.fs().getFileStatus(file).getLen();
    assertThat(length).isPositive();
    assertThat(cluster.read(file)).isEqualTo(Arrays.copyOf(bytes, length));
  }

  private static long recoveryId(Path file) throws IOException {
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    namesystem.readLock();
    try {
      return namesystem.getFSDirectory().getINode(file.toString()).asFile().getLastBlock()
          .getUnderConstructionFeature().getBlockRecoveryId();
    } finally {
      namesystem.readUnlock();
    }
  }

  /** HDFS-17218. A node is told once, and forgets it when it restarts. */
  @Test
  void aNodeThatRestartsIsToldAgainWhatToDelete() throws Exception {
    Path file = new Path("/replicated");
    byte[] bytes = BlockFileCluster.bytes(BLOCK, 4);
    DFSTestUtil.writeFile(cluster.fs(), file, bytes);
    DFSTestUtil.waitReplication(cluster.fs(), file, (short) 3);
    long blockId = DFSTestUtil.getFirstBlock(cluster.fs(), file).getBlockId();
    // What a node has not reported since it registered, nobody calls excess.
    cluster.mini().triggerBlockReports();
    FSNamesystem namesystem = cluster.mini().getNamesystem();
    setHeartbeats(false);
    try {
      cluster.fs().setReplication(file, (short) 2);
      BlockFileCluster.await("the command given",
          () -> LostCommands.takeDeletionOf(blockId, namesystem));
    } finally {
      setHeartbeats(true);
    }
    switchFix(UpstreamFix.HDFS_17218, false);
    try {
      restartAll();
      assertThat(namesystem.getExcessBlocks()).isOne();
    } finally {
      switchFix(UpstreamFix.HDFS_17218, true);
    }
    restartAll();
    BlockFileCluster.await("nothing in excess", () -> namesystem.getExcessBlocks() == 0);
    DFSTestUtil.waitReplication(cluster.fs(), file, (short) 2);
    assertThat(cluster.read(file)).isEqualTo(bytes);
  }

  /** No number is known: a full report undoes what its node has told of since it was made. */
  @Test
  void whatANodeGetsWhileItSendsAFullReportIsNotForgotten() throws Exception {
    assertThat(isKnownAfterFullReport(false)).isFalse();
    assertThat(isKnownAfterFullReport(true)).isTrue();
  }

  /** Whether the NameNode knows of a replica that a node got while it sent a report. */
  private static boolean isKnownAfterFullReport(boolean corrected) throws Exception {
    Path file = new Path("/replicated-" + corrected);
    DataNode node = cluster.mini().getDataNodes().get(0);
    node.getConf().setBoolean(UpstreamFix.REPORT_ORDER.key(), corrected);
    FullReportHook.beforeTheNext(
        node,
        () -> {
          DFSTestUtil.createFile(
              cluster.fs(), file, BLOCK, (short) cluster.mini().getDataNodes().size(), 5);
          BlockFileCluster.await(
              corrected ? "the news held back" : "the news told",
              () -> corrected ? isReporterBlocked() : isKnown(file, node));
          return null;
        });
    DataNodeTestUtils.triggerBlockReport(node);
    if (corrected) {
      BlockFileCluster.await("the news told", () -> isKnown(file, node));
    }
    return isKnown(file, node);
  }

  private static boolean isReporterBlocked() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().startsWith("ibr-executor")
                    && thread.getState() == Thread.State.BLOCKED);
  }

  private static boolean isKnown(Path file, DataNode node) throws IOException {
    LocatedBlock block =
        DFSTestUtil.getAllBlocks(cluster.fs(), file).get(0);
    return Arrays.stream(block.getLocations())
        .anyMatch(location -> location.getDatanodeUuid().equals(node.getDatanodeUuid()));
  }

  private static void setHeartbeats(boolean on) {
    cluster.mini().getDataNodes()
        .forEach(node -> DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !on));
  }

  /** Node by node, so fast that none is taken for dead, until each has reported all that it has. */
  private static void restartAll() throws Exception {
    for (int i = 0; i < cluster.mini().getDataNodes().size(); i++) {
      cluster.restart(cluster.mini().stopDataNode(0));
    }
    cluster.mini().triggerBlockReports();
    cluster.mini().triggerHeartbeats();
  }

  /** HDFS-16333, HDFS-17599: what no tool is offered, no tool moves under a wrong id. */
  @Test
  void theBalancerIsOfferedNoDecoupledBlock() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 4), "file");
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK, 3);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    cluster.fs().mkdirs(COUPLED);
    cluster.fs().setErasureCodingPolicy(COUPLED, POLICY);
    cluster.write(new Path(COUPLED, "file"), BlockFileCluster.bytes((long) K * BLOCK, 4));
    int offered = 0;
    for (DataNode node : cluster.mini().getDataNodes()) {
      for (BlockWithLocations block :
          cluster.mini().getNameNodeRpc()
              .getBlocks(new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.getDatanodeId())
                  .build(), 1L << 40, 0)
              .getBlocks()) {
        assertThat(GroupIds.isDecoupled(block.getBlock().getBlockId()))
            .as("%s is decoupled", block).isFalse();
        offered++;
      }
    }
    assertThat(offered).as("replicas of the coupled file").isPositive();
  }

  /** HDFS-17080, HDFS-17893, HDFS-17902. */
  @Test
  void readsThatFailLeaveNoConnectionBehind() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 2), "file");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 5);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    BlockFileCluster.failRepairs();
    for (int member : new int[] {0, 2, 4}) {
      Replica replica = cluster.member(file, 1, member);
      cluster.corruptByte(replica, 2 * CELL + 1);
    }
    for (int i = 0; i < 30; i++) {
      try (FSDataInputStream in = cluster.fs().open(file)) {
        in.readFully(0, new byte[3 * BLOCK]);
        assertThatThrownBy(() -> in.readFully(0, new byte[bytes.length]))
            .isInstanceOf(IOException.class);
      }
    }
    awaitNoTransfer();
    try (FSDataInputStream in = cluster.fs().open(file)) {
      assertThatThrownBy(() -> in.readFully(0, new byte[bytes.length]))
          .isInstanceOf(IOException.class);
      // While the stream is open, too.
      awaitNoTransfer();
    }
  }

  /** HDFS-17590, HDFS-17879. */
  @Test
  void aReadThatCannotAskForPlacesAgainSaysWhy() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 2), "deleted");
    cluster.write(file, BlockFileCluster.bytes(6L * BLOCK, 5));
    HealthChecks.awaitWhole(cluster, file, BlockFileCluster.bytes(6L * BLOCK, 5));
    Set<String> blocks = new HashSet<>();
    for (int member = 0; member < 5; member++) {
      for (int group = 0; group < 2; group++) {
        blocks.add("blk_" + cluster.member(file, group, member).block().getBlockId());
      }
    }
    assertThat(cluster.blocksOnDisk()).containsAll(blocks);
    try (FSDataInputStream in = cluster.fs().open(file)) {
      cluster.fs().delete(file, false);
      BlockFileCluster.await(
          "the blocks deleted", () -> Collections.disjoint(cluster.blocksOnDisk(), blocks));
      assertThatThrownBy(() -> in.readFully(0, new byte[BLOCK])).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> in.read(new byte[BLOCK])).isInstanceOf(IOException.class);
    }
  }

  /** HDFS-17965. */
  @Test
  void aStreamThatIsClosedBehindItsFileSystemLeavesNoTransfer() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 2), "closed");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 5);
    cluster.write(file, bytes);
    cluster.checkBlocks(file, bytes);
    FileSystem own = FileSystem.newInstance(cluster.fs().getConf());
    List<FSDataInputStream> streams = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      FSDataInputStream in = own.open(file);
      streams.add(in);
      assertThat(in.read(new byte[CELL])).isPositive();
    }
    own.close();
    for (FSDataInputStream in : streams) {
      try {
        in.close();
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("closed");
      }
    }
    awaitNoTransfer();
  }

  /** HDFS-17737: busy nodes are no lost blocks, neither for the NameNode nor for the stream. */
  @Test
  void nodesWithoutAThreadLeftAreReadOnceTheyHaveOneAgain() throws Exception {
    Path file = new Path(cluster.directory(POLICY, 2), "busy");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 6);
    cluster.write(file, bytes);
    HealthChecks.awaitWhole(cluster, file, bytes);
    try (FSDataInputStream in = cluster.fs().open(file)) {
      BusyNodes.set(cluster.mini().getDataNodes(), true);
      try {
        assertThatThrownBy(() -> in.readFully(0, new byte[bytes.length]))
            .isInstanceOf(IOException.class);
      } finally {
        BusyNodes.set(cluster.mini().getDataNodes(), false);
      }
      byte[] read = new byte[bytes.length];
      in.readFully(0, read);
      assertThat(read).isEqualTo(bytes);
    }
    assertThat(HealthChecks.stats(cluster).getCorruptBlockGroups()).isZero();
    HealthChecks.assertHealthy(cluster, file);
  }

  private static void awaitNoTransfer() throws Exception {
    BlockFileCluster.await("no transfer", () -> cluster.mini().getDataNodes().stream()
        .allMatch(node -> node.getActiveTransferThreadCount() == 0));
  }
}
