package io.okapifs.hdfs.namenode.file;

import static io.okapifs.hdfs.testing.BlockFileCluster.BLOCK;
import static io.okapifs.hdfs.testing.BlockFileCluster.CELL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.okapifs.hdfs.testing.BlockFileCluster;
import io.okapifs.hdfs.testing.Cluster;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Snapshots keep the bytes that they saw, and their parity never decodes to other ones. */
class SnapshotTest {

  private static final String RS = "RS-3-2-64k";

  @Cluster(
      dataNodes = 8,
      settings = DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_CAPTURE_OPENFILES + "=true")
  private static BlockFileCluster cluster;
  private static int directories;

  @AfterEach
  void allowRepairs() {
    BlockFileCluster.allowRepairs();
  }

  @ParameterizedTest
  @CsvSource({"RS-3-2, 1", "RS-3-2, 2", "RS-3-2, 6", "LESS2-4-2, 3"})
  void deletedFileIsWholeInItsSnapshotAndLeavesNoBlockWhenThatGoes(String code, int stripeWidth)
      throws Exception {
    long before = totalBlocks();
    Path directory = snapshottable(cluster.addPolicy(code), stripeWidth);
    Path file = new Path(directory, "deleted");
    byte[] bytes = BlockFileCluster.bytes(7L * BLOCK + CELL + 3, stripeWidth);
    cluster.write(file, bytes);
    Path kept = new Path(cluster.fs().createSnapshot(directory, "s"), "deleted");
    cluster.fs().delete(file, false);

    cluster.checkBlocks(kept, bytes);
    cluster.restartNameNode();
    assertThat(cluster.read(kept)).isEqualTo(bytes);
    cluster.saveNamespace();
    cluster.restartNameNode();
    cluster.checkBlocks(kept, bytes);
    cluster.delete(cluster.member(kept, 1, 0));
    assertThat(cluster.read(kept)).isEqualTo(bytes);

    cluster.fs().deleteSnapshot(directory, "s");
    BlockFileCluster.await("blocks of the snapshot gone", () -> totalBlocks() == before);
    cluster.restartNameNode();
    assertThat(totalBlocks()).isEqualTo(before);
    assertThat(cluster.fs().getContentSummary(directory).getSpaceConsumed()).isZero();
    cluster.fs().delete(directory, true);
  }

  @Test
  void snapshotOfAShorterFileIsNeverDecodedWithTheParityOfTheLongerOne() throws Exception {
    Path directory = snapshottable(RS, 1);
    Path file = new Path(directory, "grown");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 1);
    Path early;
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes, 0, 4 * BLOCK + CELL);
      // What the NameNode has of the open file is its full stripes before the last one.
      early = new Path(cluster.fs().createSnapshot(directory, "early"), "grown");
      out.write(bytes, 4 * BLOCK + CELL, bytes.length - 4 * BLOCK - CELL);
    }
    byte[] seen = Arrays.copyOf(bytes, (int) cluster.fs().getFileStatus(early).getLen());
    assertThat(seen.length).isEqualTo(4 * BLOCK);
    cluster.checkBlocks(file, bytes);
    assertThat(cluster.read(early)).isEqualTo(seen);

    BlockFileCluster.failRepairs();
    try {
      cluster.delete(cluster.member(file, 0, 1));
      cluster.delete(cluster.member(file, 1, 0));

      assertThat(cluster.read(file)).isEqualTo(bytes);
      assertThat(readAt(early, 0, 3 * BLOCK)).isEqualTo(Arrays.copyOf(bytes, 3 * BLOCK));
      assertThatThrownBy(() -> readAt(early, 3 * BLOCK, BLOCK)).isInstanceOf(IOException.class);
    } finally {
      BlockFileCluster.allowRepairs();
    }
    remove(directory, "early");
  }

  @Test
  void parityOverStripesThatOnlyADeletedFileHadGoesWithThem() throws Exception {
    final long before = totalBlocks();
    Path directory = snapshottable(RS, 1);
    Path file = new Path(directory, "cut");
    byte[] bytes = BlockFileCluster.bytes(6L * BLOCK, 1);
    // A block that a DataNode reports late is rebuilt at times, and then lies elsewhere, too.
    BlockFileCluster.failRepairs();
    Path early;
    try (FSDataOutputStream out = cluster.create(file)) {
      out.write(bytes, 0, 4 * BLOCK + CELL);
      early = new Path(cluster.fs().createSnapshot(directory, "early"), "cut");
      out.write(bytes, 4 * BLOCK + CELL, bytes.length - 4 * BLOCK - CELL);
    }
    cluster.checkBlocks(file, bytes);
    cluster.delete(cluster.member(file, 1, 0));
    cluster.fs().delete(file, false);

    // Four data stripes are left, and the parity of the first three of them.
    BlockFileCluster.await("dropped blocks gone", () -> totalBlocks() == before + 5);
    checkCutSnapshot(early, bytes);
    cluster.restartNameNode();
    assertThat(totalBlocks()).isEqualTo(before + 5);
    checkCutSnapshot(early, bytes);
    remove(directory, "early");
    BlockFileCluster.await("all blocks gone", () -> totalBlocks() == before);
  }

  private static void checkCutSnapshot(Path early, byte[] bytes) throws Exception {
    assertThat(readAt(early, 0, 3 * BLOCK)).isEqualTo(Arrays.copyOf(bytes, 3 * BLOCK));
    assertThatThrownBy(() -> readAt(early, 3 * BLOCK, BLOCK))
        .as("locations: %s", cluster.fs().getClient().getLocatedBlocks(early.toUri().getPath(), 0))
        .isInstanceOf(IOException.class);
  }

  @Test
  void openFileThatLivesOnInASnapshotOnlyKeepsItsFullStripesAndLeavesNoBlock() throws Exception {
    final long before = totalBlocks();
    Path directory = snapshottable(RS, 2);
    Path file = new Path(directory, "open");
    byte[] bytes = BlockFileCluster.bytes(8L * BLOCK, 3);
    FSDataOutputStream out = cluster.create(file);
    out.write(bytes, 0, 6 * BLOCK + CELL);
    Path kept = new Path(cluster.fs().createSnapshot(directory, "s"), "open");
    cluster.fs().delete(file, false);
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());

    // Three full stripes and the parity of the first of their two groups; the other one was open.
    BlockFileCluster.await("open blocks gone", () -> totalBlocks() == before + 4);
    byte[] seen = Arrays.copyOf(bytes, 6 * BLOCK);
    assertThat(cluster.read(kept)).isEqualTo(seen);
    assertThat(cluster.parityGroups(kept, 10)).allMatch(group -> group.getBlockSize() == BLOCK);
    cluster.restartNameNode();
    assertThat(cluster.read(kept)).isEqualTo(seen);
    cluster.saveNamespace();
    cluster.restartNameNode();
    assertThat(cluster.read(kept)).isEqualTo(seen);
    remove(directory, "s");
    BlockFileCluster.await("all blocks gone", () -> totalBlocks() == before);
  }

  private static Path snapshottable(String policy, int stripeWidth) throws Exception {
    Path directory = new Path("/" + directories++);
    cluster.fs().mkdirs(directory);
    cluster.fs().setErasureCodingPolicy(directory, policy + "@" + stripeWidth);
    cluster.fs().allowSnapshot(directory);
    return directory;
  }

  private static void remove(Path directory, String snapshot) throws Exception {
    cluster.fs().deleteSnapshot(directory, snapshot);
    cluster.fs().delete(directory, true);
  }

  private static byte[] readAt(Path file, int from, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (var in = cluster.fs().open(file)) {
      in.readFully(from, bytes);
    }
    return bytes;
  }

  private static long totalBlocks() {
    return cluster.mini().getNamesystem().getBlockManager().getTotalBlocks();
  }
}
