package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import io.okapifs.hdfs.testing.ExpectedSpace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoStripedParity;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Space in use: reserved where blocks are allocated, settled where they are complete. */
class QuotaTest {

  private static final int R = 2;
  private static final long NO_LIMIT = 1L << 40;

  @Cluster(dataNodes = 6)
  private static BlockFileCluster cluster;
  private static int directories;

  private static Path directory(int stripeWidth, long limit) throws Exception {
    Path directory = new Path("/quota" + directories++);
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, "RS-3-2-64k@" + stripeWidth);
    cluster.fs().setQuota(directory, 10, limit);
    return directory;
  }

  private static long used(Path directory) throws Exception {
    long used = cluster.fs().getQuotaUsage(directory).getSpaceConsumed();
    assertThat(used).isEqualTo(cluster.fs().getContentSummary(directory).getSpaceConsumed());
    return used;
  }

  /** A length at which a file is closed, at a stripe width. */
  private record Case(int stripeWidth, int blocks, int more) {

    byte[] bytes() {
      return BlockFileCluster.bytes((long) blocks * BLOCK + more, stripeWidth);
    }
  }

  @Test
  void spaceIsReservedWithTheAllocationsSettledAtTheCloseAndSameAfterRestarts()
      throws Exception {
    Map<Path, Long> expected = new LinkedHashMap<>();
    for (Case one : List.of(
        new Case(1, 4, 1), new Case(2, 5, CELL), new Case(3, 3, 0), new Case(5, 11, 7),
        new Case(6, 0, CELL + 7), new Case(3, 0, 0))) {
      Path directory = directory(one.stripeWidth(), NO_LIMIT);
      writeAndCheckReserved(directory, one);
      expected.put(
          directory, ExpectedSpace.RS_3_2.of(one.stripeWidth(), BLOCK, one.bytes().length));
    }
    checkUsed(expected);
    cluster.restartNameNode();
    checkUsed(expected);
    cluster.saveNamespace();
    cluster.restartNameNode();
    checkUsed(expected);
    for (Path directory : expected.keySet()) {
      cluster.fs().delete(new Path(directory, "file"), false);
      assertThat(used(directory)).isZero();
    }
  }

  private static void writeAndCheckReserved(Path directory, Case one) throws Exception {
    Path file = new Path(directory, "file");
    byte[] bytes = one.bytes();
    try (FSDataOutputStream out = cluster.create(file)) {
      for (int offset = 0; offset < bytes.length; offset += CELL) {
        out.write(bytes, offset, Math.min(CELL, bytes.length - offset));
        checkReserved(directory, file, one.stripeWidth());
      }
    }
  }

  private static void checkUsed(Map<Path, Long> expected) throws Exception {
    for (Map.Entry<Path, Long> one : expected.entrySet()) {
      assertThat(used(one.getKey())).as("%s", one).isEqualTo(one.getValue());
    }
  }

  /** Usage and block lists are read under one lock, for the writer goes on in between. */
  private static void checkReserved(Path directory, Path file, int stripeWidth) throws Exception {
    var namesystem = cluster.mini().getNamesystem();
    namesystem.readLock();
    try {
      long expected = 0;
      for (BlockInfo block : BlockFileCluster.blocks(namesystem, file)) {
        int width = block instanceof BlockInfoStripedParity ? R : stripeWidth;
        boolean parity = block instanceof BlockInfoStripedParity;
        expected += block.isComplete()
            ? block.getNumBytes() * (parity ? R : 1)
            : (long) width * BLOCK;
      }
      assertThat(namesystem.getFSDirectory().getINode(directory.toString()).asDirectory()
          .getDirectoryWithQuotaFeature().getSpaceConsumed().getStorageSpace())
          .isEqualTo(expected);
    } finally {
      namesystem.readUnlock();
    }
  }

  /** The data stripe does not fit; it fits and the parity does not; the second stripe does not. */
  @Test
  void writeBeyondTheQuotaIsRefusedAndLeavesUsageRight() throws Exception {
    Map<Path, Long> limits = new LinkedHashMap<>();
    for (int blocksThatFit : new int[] {0, 2, 4}) {
      long limit = (long) blocksThatFit * BLOCK + BLOCK - 1;
      Path directory = directory(2, limit);
      limits.put(directory, limit);
      writeBeyond(directory);
      assertThat(used(directory)).isLessThanOrEqualTo(limit);
    }
    cluster.restartNameNode();
    for (Path directory : limits.keySet()) {
      Path file = new Path(directory, "file");
      assertThat(used(directory)).isLessThanOrEqualTo(limits.get(directory));
      cluster.fs().delete(file, false);
      assertThat(used(directory)).isZero();
      cluster.fs().setQuota(directory, 10, NO_LIMIT);
      byte[] bytes = BlockFileCluster.bytes(3L * BLOCK, 7);
      cluster.write(file, bytes);
      cluster.checkBlocks(file, bytes);
    }
  }

  private static void writeBeyond(Path directory) throws Exception {
    FSDataOutputStream out = cluster.create(new Path(directory, "file"));
    assertThatThrownBy(() -> {
      out.write(BlockFileCluster.bytes(8L * BLOCK, 1));
      out.close();
    }).isInstanceOf(DSQuotaExceededException.class).hasMessageContaining(directory.toString());
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
  }

  @Test
  void namesBeyondTheQuotaAreRefused() throws Exception {
    Path directory = directory(2, NO_LIMIT);
    cluster.fs().setQuota(directory, 2, NO_LIMIT);
    cluster.write(new Path(directory, "first"), BlockFileCluster.bytes(1, 1));
    assertThatThrownBy(() -> cluster.create(new Path(directory, "second")))
        .isInstanceOf(NSQuotaExceededException.class);
    assertThat(used(directory)).isEqualTo(1 + R);
  }

  @Test
  void quotaOfAStorageTypeCountsReservationsWhereAStoragePolicyIsSet() throws Exception {
    Path directory = directory(2, NO_LIMIT);
    cluster.fs().setStoragePolicy(directory, "HOT");
    cluster.fs().setQuotaByStorageType(directory, StorageType.DISK, 2L * BLOCK - 1);
    FSDataOutputStream out = cluster.create(new Path(directory, "refused"));
    assertThatThrownBy(() -> {
      out.write(BlockFileCluster.bytes(BLOCK, 1));
      out.close();
    }).isInstanceOf(QuotaByStorageTypeExceededException.class);
    cluster.fs().setQuotaByStorageType(directory, StorageType.DISK, NO_LIMIT);
    byte[] bytes = BlockFileCluster.bytes(2L * BLOCK + 1, 1);
    cluster.write(new Path(directory, "file"), bytes);
    assertThat(cluster.fs().getQuotaUsage(directory).getTypeConsumed(StorageType.DISK))
        .isEqualTo(ExpectedSpace.RS_3_2.of(2, BLOCK, bytes.length));
  }

  @Test
  void countAndDuShowBytesAndSpace() throws Exception {
    Path directory = directory(3, NO_LIMIT);
    byte[] bytes = BlockFileCluster.bytes(4L * BLOCK + 9, 1);
    cluster.write(new Path(directory, "file"), bytes);
    long space = ExpectedSpace.RS_3_2.of(3, BLOCK, bytes.length);
    ContentSummary summary = cluster.fs().getContentSummary(directory);
    assertThat(summary.getLength()).isEqualTo(bytes.length);
    assertThat(summary.getSpaceConsumed()).isEqualTo(space);
    assertThat(shell("-du", "-s", directory.toString()).split("\\s+"))
        .startsWith("" + bytes.length, "" + space);
    assertThat(shell("-count", "-q", directory.toString()).trim().split("\\s+"))
        .containsExactly("10", "8", "" + NO_LIMIT, "" + (NO_LIMIT - space), "1", "1",
            "" + bytes.length, directory.toString());
  }

  private static String shell(String... arguments) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(out, true));
    try {
      assertThat(ToolRunner.run(new FsShell(cluster.fs().getConf()), arguments)).isZero();
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Snapshots do not know open files here, so that nothing was recorded of the file before. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void openFileThatIsDeletedUnderASnapshotGivesBackItsOpenBlocksAndTheirSpace(boolean byParent)
      throws Exception {
    Path directory = directory(2, NO_LIMIT);
    cluster.fs().allowSnapshot(directory);
    Path file = new Path(new Path(directory, "parent"), "open");
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK, 1);
    FSDataOutputStream out = cluster.create(file);
    out.write(bytes, 0, 6 * BLOCK + CELL);
    BlockFileCluster.await("open parity", () -> cluster.parityGroups(file, 9).size() == 2
        && cluster.dataStripes(file).size() == 4);
    assertThat(BlockFileCluster.blocks(cluster.mini().getNamesystem(), file)[1].isComplete())
        .isFalse();
    Path kept = new Path(cluster.fs().createSnapshot(directory, "s"), "parent/open");
    cluster.fs().delete(byParent ? file.getParent() : file, true);
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());

    // Three full stripes and the parity of group 0; that of group 1 was not final.
    long left = 6L * BLOCK + R * BLOCK;
    byte[] seen = Arrays.copyOf(bytes, 6 * BLOCK);
    assertThat(cluster.read(kept)).isEqualTo(seen);
    assertThat(used(directory)).isEqualTo(left);
    var inode = cluster.mini().getNamesystem().getFSDirectory().getINode(kept.toString());
    assertThat(BlockFileCluster.blocks(cluster.mini().getNamesystem(), inode.asFile()))
        .hasSize(4).allMatch(BlockInfo::isComplete);
    cluster.restartNameNode();
    assertThat(cluster.read(kept)).isEqualTo(seen);
    assertThat(used(directory)).isEqualTo(left);
    cluster.fs().deleteSnapshot(directory, "s");
    assertThat(used(directory)).isZero();
  }
}
