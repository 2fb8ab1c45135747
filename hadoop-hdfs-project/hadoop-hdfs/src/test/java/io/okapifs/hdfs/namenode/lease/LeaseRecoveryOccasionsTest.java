package io.okapifs.hdfs.namenode.lease;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.StreamFaults;
import io.okapifs.hdfs.testing.StreamFaults.Member;
import io.okapifs.hdfs.testing.StreamFaults.Point;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.StockWriter;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringStripedBlock;
import org.apache.hadoop.hdfs.tools.DebugAdmin;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever asks, and whatever becomes of the file: one whose writer is gone is closed. */
class LeaseRecoveryOccasionsTest extends LeaseRecoveryCases {

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
