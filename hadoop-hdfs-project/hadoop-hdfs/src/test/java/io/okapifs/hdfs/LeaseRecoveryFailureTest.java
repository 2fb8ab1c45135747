package io.okapifs.hdfs;

import static io.okapifs.hdfs.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.StreamFaults.Member;
import io.okapifs.hdfs.StreamFaults.Point;
import io.okapifs.hdfs.recovery.Forgoing;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.StockWriter;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.RecoveryOrders;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.apache.hadoop.hdfs.tools.DebugAdmin;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens beside it: a file whose writer is gone is closed, and nothing leaks. */
class LeaseRecoveryFailureTest {

  private static BlockFileCluster cluster;
  private static AbandonedFiles files;

  @BeforeAll
  static void start() throws Exception {
    // A repair may be ordered from a node that was just stopped.
    cluster =
        new BlockFileCluster(
            9,
            conf ->
                conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 2));
    files = new AbandonedFiles(cluster);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void tryOften() {
    waitForSilentNodes(0);
    cluster.mini().getNamesystem().getBlockManager().setBlockRecoveryTimeout(1500);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    BlockFileCluster.allowRepairs();
    cluster.mini().setLeasePeriod(
        HdfsConstants.LEASE_SOFTLIMIT_PERIOD, HdfsConstants.LEASE_SOFTLIMIT_PERIOD * 20);
    cluster.restartStopped();
    try {
      // As in HDFS full reports tell, and it may take two, what a node that was away has too much
      // and what is left of streams that were lost and of open files that were deleted.
      files.checkNothingElse(true);
    } finally {
      for (FileStatus each : cluster.fs().listStatus(new Path("/"))) {
        cluster.fs().delete(each.getPath(), true);
      }
    }
  }

  private static void waitForSilentNodes(long seconds) {
    cluster.mini().getConfiguration(0).setLong(Forgoing.WAIT_KEY, seconds);
  }

  private static Path abandoned(int s, String name, byte[] bytes) throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", s);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    Path file = new Path(directory, name);
    files.abandon(file, bytes);
    files.awaitSilence();
    return file;
  }

  /** The node of a block of the last stripe. */
  private static DatanodeInfo nodeOfLast(Path file, int index) throws Exception {
    List<LocatedStripedBlock> stripes = cluster.dataStripes(file);
    return BlockFileCluster.nodesByIndex(
        stripes.get(stripes.size() - 1), cluster.layout(file).stripeWidth())[index];
  }

  private static long recoveryId(Path file) throws Exception {
    List<BlockInfo> stripes = files.stripes(file);
    return stripes.get(stripes.size() - 1).getUnderConstructionFeature().getBlockRecoveryId();
  }

  /** Until the NameNode has given up on so many attempts. */
  private static void fail(Path file, int attempts) throws Exception {
    for (int i = 0; i <= attempts; i++) {
      long before = recoveryId(file);
      BlockFileCluster.await("attempt " + i, () -> {
        assertThat(cluster.fs().recoverLease(file)).isFalse();
        return recoveryId(file) != before;
      });
    }
  }

  @Test
  void theStripeEndsBeforeTheBlockOfADeadNode() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 17 * CELL, 1);
    Path file = abandoned(5, "dead-in-the-middle", bytes);
    cluster.stop(nodeOfLast(file, 2));
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 5L * BLOCK + 2 * CELL);
    files.checkSpace(file.getParent());
  }

  @Test
  void theStripeIsRemovedWhereItsFirstBlockIsOnADeadNode() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 7 * CELL, 2);
    Path file = abandoned(2, "dead-at-begin", bytes);
    BlockInfo parity = parityOfFirstGroup(file);
    BlockFileCluster.await("parity of group 0 reported", () -> parity.numNodes() == 2);
    cluster.stop(nodeOfLast(file, 0));
    files.recover(file);
    assertThat(parityOfFirstGroup(file)).isSameAs(parity);
    cluster.restartStopped();
    files.check(file, bytes, 4L * BLOCK);
    files.checkSpace(file.getParent());
  }

  private static BlockInfo parityOfFirstGroup(Path file) throws Exception {
    return BlockFileCluster.blocks(cluster.mini().getNamesystem(), file)[0];
  }

  /** No node of the stripe is left to be the primary. */
  @Test
  void theStripeIsRemovedWhereItsOnlyNodeIsDead() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 3 * CELL, 3);
    Path file = abandoned(1, "dead-alone", bytes);
    DatanodeInfo only = nodeOfLast(file, 0);
    cluster.stop(only);
    cluster.mini().setDataNodeDead(only);
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 4L * BLOCK);
    files.checkSpace(file.getParent());
  }

  @Test
  void aNodeThatIsAwayIsWaitedForThroughARestartOfTheNameNodeToo() throws Exception {
    waitForSilentNodes(3600);
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 8 * CELL, 4);
    Path file = abandoned(3, "away", bytes);
    long all = files.prefix(file);
    cluster.stop(nodeOfLast(file, 1));
    fail(file, 2);
    cluster.restartNameNode();
    waitForSilentNodes(3600);
    cluster.mini().getNamesystem().getBlockManager().setBlockRecoveryTimeout(1500);
    fail(file, 1);
    cluster.restartStopped();
    files.recover(file);
    files.check(file, bytes, all);
    files.checkSpace(file.getParent());
  }

  @Test
  void aNodeThatCannotShortenThePrefixIsNotWaitedFor() throws Exception {
    waitForSilentNodes(3600);
    byte[] bytes = BlockFileCluster.bytes(5L * BLOCK + 600, 5);
    Path file = abandoned(5, "away-behind", bytes);
    DatanodeInfo last = nodeOfLast(file, 4);
    cluster.stop(last);
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 5L * BLOCK);
  }

  @Test
  void theNextNodeGoesOnWhereThePrimaryDied() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 8 * CELL, 6);
    Path file = abandoned(3, "primary", bytes);
    CountDownLatch halfWay = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    DataNodeFaultInjector.set(new DataNodeFaultInjector() {
      @Override
      public void noRegistration() {
        if (isRecovering() && asked.incrementAndGet() == 2) {
          halfWay.countDown();
          waitUntilKilled();
        }
      }
    });
    cluster.fs().recoverLease(file);
    halfWay.await();
    DataNode primary =
        cluster.mini().getDataNodes().stream()
            .filter(node -> node.getMetrics().getDataNodeBlockRecoveryWorkerCount() > 0)
            .findFirst().orElseThrow();
    int index = 0;
    while (nodeOfLast(file, index).getXferPort() != primary.getXferPort()) {
      index++;
    }
    cluster.stop(nodeOfLast(file, index));
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 3L * BLOCK + (long) index * CELL);
  }

  private static boolean isRecovering() {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .anyMatch(frame -> frame.getClassName().endsWith("StripeReplicas"));
  }

  private static void waitUntilKilled() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the test has killed this node", e);
    }
  }

  /**
   * Group 0 has lost a block of the first stripe and has no parity yet: nobody can tell whether the
   * node will come back. The file is closed all the same, and is whole when it does.
   */
  @Test
  void theStripeBeforeTheLastIsNotWaitedForForEver() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 2);
    Path file = new Path(directory, "unreported");
    byte[] bytes = BlockFileCluster.bytes(2L * BLOCK + 5 * CELL, 7);
    DFSOutputStream out =
        (DFSOutputStream) cluster.create(file).getWrappedStream();
    out.write(bytes, 0, CELL);
    out.flush();
    BlockFileCluster.await("first stripe", () -> !cluster.dataStripes(file).isEmpty());
    DatanodeInfo node = nodeOfLast(file, 0);
    DataNode silent = cluster.mini().getDataNodes().get(cluster.nodeNumber(node));
    DataNodeTestUtils.pauseIBR(silent);
    out.write(bytes, CELL, bytes.length - CELL);
    out.flush();
    files.abandon(file, bytes, out);
    files.awaitSilence();
    long all = files.prefix(file);
    assertThat(files.stripes(file).get(0).isComplete()).isFalse();
    boolean isInLast =
        List.of(cluster.dataStripes(file).get(1).getLocations()).contains(node);
    cluster.stop(node);
    files.recover(file);
    cluster.restartStopped();
    // Its finished block, of which the NameNode has not heard yet, is read below.
    cluster.mini().triggerBlockReports();
    assertThat(all).isGreaterThan(2L * BLOCK);
    // With a block of the last stripe on it the node is forgone there, too.
    long length = isInLast ? cluster.fs().getFileStatus(file).getLen() : all;
    assertThat(length).isBetween(2L * BLOCK, all);
    files.check(file, bytes, length);
  }

  @Test
  void aFileMayMoveAndGoWhileItIsRecovered() throws Exception {
    waitForSilentNodes(3600);
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 8 * CELL, 8);
    Path moved = abandoned(3, "moved", bytes);
    Path deleted = abandoned(3, "deleted", bytes);
    long all = files.prefix(moved);
    cluster.stop(nodeOfLast(moved, 0));
    cluster.stop(nodeOfLastUnlessStopped(deleted, 0));
    fail(moved, 1);
    fail(deleted, 1);
    Path target = new Path("/moved");
    cluster.fs().rename(moved, target);
    cluster.fs().delete(deleted, false);
    cluster.restartStopped();
    files.recover(target);
    files.check(target, bytes, all);
  }

  /** An order waits for the next heartbeat of its node, which must not fail. */
  @Test
  void anOrderOutlivesTheFile() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(2L * BLOCK + 3 * CELL, 19);
    Path file = abandoned(2, "deleted-before-the-heartbeat", bytes);
    LocatedStripedBlock last = cluster.dataStripes(file).get(1);
    deleteForGood(file);
    RecoveringStripedBlock order =
        new RecoveringStripedBlock(
            new RecoveringBlock(last.getBlock(), last.getLocations(), 1),
            last.getBlockIndices(), cluster.fs().getErasureCodingPolicy(file.getParent()));
    assertThat(
            RecoveryOrders.complete(
                cluster.mini().getNamesystem().getBlockManager().getDatanodeManager(), order))
        .isSameAs(order);
  }

  private static DatanodeInfo nodeOfLastUnlessStopped(Path file, int index) throws Exception {
    DatanodeInfo node = nodeOfLast(file, index);
    boolean runs =
        cluster.mini().getDataNodes().stream()
            .anyMatch(each -> each.getXferPort() == node.getXferPort());
    return runs ? node : nodeOfLastUnlessStopped(file, index + 1);
  }

  @Test
  void aSnapshotOfAnOpenFileOutlivesItsRecoveryAndDeletion() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 8 * CELL, 9);
    Path file = abandoned(3, "in-snapshot", bytes);
    long all = files.prefix(file);
    cluster.fs().allowSnapshot(file.getParent());
    cluster.fs().createSnapshot(file.getParent(), "open");
    files.recover(file);
    files.check(file, bytes, all);
    Path inSnapshot = new Path(file.getParent(), ".snapshot/open/in-snapshot");
    // As in HDFS: the snapshot of an open file gets the length at which it is closed.
    assertThat(cluster.fs().getFileStatus(inSnapshot).getLen()).isEqualTo(all);
    cluster.fs().delete(file, false);
    assertThat(cluster.read(inSnapshot)).isEqualTo(Arrays.copyOf(bytes, Math.toIntExact(all)));
    cluster.fs().deleteSnapshot(file.getParent(), "open");
    cluster.fs().disallowSnapshot(file.getParent());
    files.checkSpace(file.getParent());
  }

  /**
   * The nodes of blocks 0 and 1 answer and one cannot shorten its block, which must be since the
   * node of block 2 is away. (Where it is block 1, the file ends right, too, but the node keeps the
   * replica that it could not cut: docs/STATUS.md.)
   */
  @ParameterizedTest
  @ValueSource(ints = 0)
  void theStripeEndsBeforeABlockThatCannotBeCut(int index) throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 11 * CELL, 17);
    Path file = abandoned(3, "cannot-be-cut", bytes);
    List<BlockInfo> stripes = files.stripes(file);
    // A copy: the id of the NameNode's own must not change.
    Block block = new Block(stripes.get(stripes.size() - 1));
    block.setBlockId(block.getBlockId() + index);
    cluster.mini()
        .getMaterializedReplica(
            cluster.nodeNumber(nodeOfLast(file, index)),
            new ExtendedBlock(cluster.mini().getNamesystem().getBlockPoolId(), block))
        .truncateMeta(3);
    cluster.stop(nodeOfLast(file, 2));
    files.recover(file);
    cluster.restartStopped();
    files.check(file, bytes, 3L * BLOCK + (long) index * CELL);
    files.checkSpace(file.getParent());
  }

  /** Blocks of which no DataNode has a replica do not keep the file open. */
  @ParameterizedTest
  @CsvSource({"1, 4, true", "1, 1, false", "2, 6, true", "2, 2, false"})
  void aFileWithAStripeThatLostEveryStreamIsClosed(int s, int blocks, boolean groupIsDone)
      throws Exception {
    Path file = new Path(cluster.directory("RS-3-2-64k", s), "lost-stripe");
    byte[] bytes = BlockFileCluster.bytes((long) blocks * BLOCK + 3L * s * CELL, 18);
    try (StreamFaults faults = new StreamFaults(cluster)) {
      DFSOutputStream out = (DFSOutputStream) cluster.create(file).getWrappedStream();
      Map<Member, Point> lost = new HashMap<>();
      for (int i = 0; i < s; i++) {
        lost.put(new Member(0, i), Point.FIRST_ROW);
      }
      faults.arm(file, lost);
      out.write(bytes);
      out.flush();
      files.abandon(file, bytes, out);
      files.awaitSilence();
      assertThat(faults.broken()).isEqualTo(lost.keySet());
      long all = files.prefix(file);
      files.recover(file);
      assertThat(cluster.fs().getFileStatus(file).getLen()).isEqualTo(all)
          .isGreaterThan((long) blocks * BLOCK);
      int from = groupIsDone ? 0 : s * BLOCK;
      byte[] read = new byte[Math.toIntExact(all) - from];
      try (FSDataInputStream in = cluster.fs().open(file)) {
        in.readFully(from, read);
      }
      assertThat(read).isEqualTo(Arrays.copyOfRange(bytes, from, from + read.length));
      if (!groupIsDone) {
        assertThatThrownBy(() -> cluster.read(file)).isInstanceOf(IOException.class);
      }
    }
    deleteForGood(file);
  }

  /** Until the NameNode knows its blocks no more; reports of what it does not know are answered. */
  private static void deleteForGood(Path file) throws Exception {
    List<BlockInfo> stripes = files.stripes(file);
    cluster.fs().delete(file, false);
    BlockManager blocks = cluster.mini().getNamesystem().getBlockManager();
    BlockFileCluster.await(
        file + " forgotten",
        () -> stripes.stream().allMatch(stripe -> blocks.getStoredBlock(stripe) == null));
  }

  @Test
  void anotherWriterStartsTheRecoveryAfterTheSoftLimit() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(2L * BLOCK + 3 * CELL, 10);
    Path file = abandoned(2, "wanted", bytes);
    long all = files.prefix(file);
    try (DistributedFileSystem second = second()) {
      assertThatThrownBy(() -> createNew(second, file))
          .isInstanceOfSatisfying(RemoteException.class, refused ->
              assertThat(refused.getClassName())
                  .isEqualTo(AlreadyBeingCreatedException.class.getName()));
      cluster.mini().setLeasePeriod(1, HdfsConstants.LEASE_SOFTLIMIT_PERIOD * 20);
      BlockFileCluster.await("closed", () -> {
        assertThatThrownBy(() -> createNew(second, file)).isInstanceOf(IOException.class);
        return second.isFileClosed(file);
      });
    }
    files.check(file, bytes, all);
    files.checkSpace(file.getParent());
  }

  private static void createNew(DistributedFileSystem fs, Path file) throws IOException {
    fs.create(file, false, 4096, (short) 1, BLOCK).close();
  }

  private static DistributedFileSystem second() throws IOException {
    return (DistributedFileSystem)
        FileSystem.newInstance(
            cluster.mini().getURI(), cluster.mini().getConfiguration(0));
  }

  @Test
  void aWriterWhoseFileIsTakenAwayIsToldAndLeavesNothing() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 3);
    Path file = new Path(directory, "taken-away");
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 5 * CELL, 15);
    DFSOutputStream out = (DFSOutputStream) cluster.create(file).getWrappedStream();
    out.write(bytes);
    BlockFileCluster.await("second stripe", () -> cluster.dataStripes(file).size() == 2);
    files.recover(file);
    assertThatThrownBy(() -> {
      out.write(BlockFileCluster.bytes(3L * BLOCK, 16));
      out.close();
    }).isInstanceOf(IOException.class);
    files.check(file, bytes, cluster.fs().getFileStatus(file).getLen());
  }

  @Test
  void theHardLimitClosesTheFileByItself() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 4 * CELL, 12);
    Path file = abandoned(3, "hard-limit", bytes);
    long all = files.prefix(file);
    cluster.mini().setLeasePeriod(1, 1);
    BlockFileCluster.await("closed", () -> cluster.fs().isFileClosed(file));
    files.check(file, bytes, all);
  }

  @Test
  void theDebugCommandClosesTheFile() throws Exception {
    byte[] bytes = BlockFileCluster.bytes(3L * BLOCK + 4 * CELL, 13);
    Path file = abandoned(3, "by-command", bytes);
    long all = files.prefix(file);
    assertThat(
            ToolRunner.run(
                new DebugAdmin(cluster.fs().getConf()),
                new String[] {"recoverLease", "-path", file.toString(), "-retries", "10"}))
        .isZero();
    files.check(file, bytes, all);
  }

  @Test
  void whatAStockWriterLeavesIsClosedAndEncoded() throws Exception {
    Path directory = cluster.directory("RS-3-2-64k", 4);
    cluster.fs().setQuota(directory, Long.MAX_VALUE - 1, 1L << 40);
    byte[] bytes = BlockFileCluster.bytes(8L * BLOCK + 9 * CELL, 14);
    Path closed = new Path(directory, "stock-closed");
    try (DFSOutputStream out = StockWriter.create(cluster.fs(), closed, BLOCK)) {
      out.write(bytes);
    }
    Path killed = new Path(directory, "stock-killed");
    DFSOutputStream out = StockWriter.create(cluster.fs(), killed, BLOCK);
    out.write(bytes);
    files.abandon(killed, bytes, out);
    files.awaitSilence();
    long all = files.prefix(killed);
    files.recover(killed);
    files.check(closed, bytes, bytes.length);
    files.check(killed, bytes, all);
    files.checkSpace(directory);
  }
}
